import type { AuditTargets } from '../../platform/audit/audit.ts';
import type { ApiDescriptionPorts } from './store.ts';

/** How the targets of the area's audit entries are read and locked. */
export const API_DESCRIPTION_AUDIT_TARGETS: AuditTargets<ApiDescriptionPorts> = {
  'api-description': {
    // The hash covers the hash of the text, because hashing a large text again would delay other requests.
    async read({ apiDescriptions }: ApiDescriptionPorts, projectId: string) {
      const { text: _text, ...description } = (await apiDescriptions.get(projectId)) ?? {};
      return 'sha256' in description ? description : undefined;
    },
  },
};
