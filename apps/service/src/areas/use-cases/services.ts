import type { AreaStore } from '../../platform/ports.ts';
import type { Endpoints } from '../api-description/endpoint-matchers.ts';
import type { MetricsPorts } from '../metrics/store.ts';
import type { UseCasePorts } from './store.ts';

/** Services that the operations, pages and tools of use cases use. */
export interface UseCaseServices {
  readonly store: AreaStore<UseCasePorts & MetricsPorts>;
  readonly endpoints: Pick<Endpoints, 'getMatcher'>;
}
