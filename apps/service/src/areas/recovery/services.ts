import type { AreaStore } from '../../platform/ports.ts';
import type { Endpoints } from '../api-description/endpoint-matchers.ts';
import type { MetricsPorts } from '../metrics/store.ts';
import type { Recovery } from './recovery.ts';
import type { RecoveryPorts } from './store.ts';

/** Services that the operations and tools of recovery hints use. */
export interface RecoveryServices {
  readonly store: AreaStore<RecoveryPorts & MetricsPorts>;
  readonly endpoints: Endpoints;
  readonly recovery: Recovery;
}
