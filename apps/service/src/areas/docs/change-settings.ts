import type { Project } from '../../platform/access/accounts.ts';
import type { MemberRequest } from '../../platform/pages/page.ts';
import { recordMemberChange } from '../../platform/pages/record-member-change.ts';
import type { DocsServices } from './services.ts';
import type { DocsSettingsInput, PortalSettings } from './store.ts';

/**
 * Stores the settings of a form and records the change, unless someone else has changed the settings.
 * @returns the settings that someone else has stored; undefined if the settings were stored
 */
export async function changeSettings(
  { store }: DocsServices,
  request: MemberRequest,
  project: Project,
  settings: DocsSettingsInput,
): Promise<PortalSettings | undefined> {
  const change = { action: 'docs-settings.update', project, target: project.id } as const;
  const result = await store.transaction((operations) =>
    recordMemberChange(operations, request, change, () =>
      operations.docs.putSettings(project.id, settings, [request.form.etag ?? '']),
    ),
  );
  return 'changed' in result ? (result.changed ?? (await store.docs.settings(project.id))) : undefined;
}
