import type { Redaction } from '@context-sync/redaction';
import type { AreaStore } from '../../platform/ports.ts';
import type { LogPorts } from '../logs/store.ts';
import type { UserPorts } from '../users/store.ts';
import type { FeedbackPorts } from './store.ts';

/** Services that the operations, pages and tools of feedback use. */
export interface FeedbackServices {
  readonly store: AreaStore<FeedbackPorts & LogPorts & UserPorts>;
  /** Removes credentials from texts. */
  readonly redaction: Redaction;
}
