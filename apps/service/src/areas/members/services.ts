import type { Mailer } from '../../platform/mail/mailer.ts';
import type { AreaStore } from '../../platform/ports.ts';
import type { InvitePorts } from './store.ts';

/** Services that the operations and pages of members and invites use. */
export interface MemberServices {
  readonly store: AreaStore<InvitePorts>;
  readonly mailer: Mailer;
  /** Public URL of the service, with which the links of invites begin. */
  readonly publicUrl: string | undefined;
}
