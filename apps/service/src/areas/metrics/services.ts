import type { AreaStore } from '../../platform/ports.ts';
import type { Endpoints } from '../api-description/endpoint-matchers.ts';
import type { LogPorts } from '../logs/store.ts';
import type { MetricsPorts } from './store.ts';
import type { TrafficMetrics } from './traffic-metrics.ts';

/** Services that the operations and tools of metrics use. */
export interface MetricsServices {
  readonly store: AreaStore<MetricsPorts & LogPorts>;
  readonly endpoints: Endpoints;
  readonly metrics: TrafficMetrics;
}
