import type { AreaStore } from '../../platform/ports.ts';
import type { ConnectedApplications } from './connected-applications.ts';
import type { OAuthPorts } from './store.ts';

/** Services that the endpoints, the pages and the jobs of connected applications use. */
export interface OAuthServices {
  readonly store: AreaStore<OAuthPorts>;
  readonly connectedApplications: ConnectedApplications;
}
