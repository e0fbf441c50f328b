import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { RequestObserver } from './request-observer.ts';

/** Upper bounds of the histogram's buckets, in seconds. */
const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Methods with a separate label. All other methods share one label, so that clients cannot create new time series. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** A gauge whose value is read at each scrape. */
export interface GaugeSource {
  readonly name: string;
  readonly help: string;
  /** Returns the value, or the value of each label; undefined if there is no value. */
  read(): number | ReadonlyMap<string, number> | undefined | Promise<number>;
  /** Name of the label, if the gauge has one. */
  readonly label?: string;
}

/**
 * Counts requests in a separate registry and renders the counts in the Prometheus text format. The number of time series is bounded: for counts,
 * there is one per route, method and status; for durations, one per route.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    name: 'http_requests_total',
    help: 'Number of completed requests',
    labelNames: ['method', 'route', 'status'],
    registers: [this.#registry],
  });
  readonly #durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request headers to the response',
    labelNames: ['route'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [this.#registry],
  });
  readonly #inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Number of active requests',
    registers: [this.#registry],
  });

  readonly observe: RequestObserver = () => {
    this.#inFlight.inc();
    return ({ method, route, status, seconds }) => {
      this.#inFlight.dec();
      this.#requests.inc({ method: METHODS.has(method) ? method : 'other', route, status });
      this.#durations.observe({ route }, seconds);
    };
  };

  get contentType(): string {
    return this.#registry.contentType;
  }

  /**
   * Renders all metrics.
   * @param gauges sources of the gauges; empty if their values cannot be read
   */
  async text(gauges: readonly GaugeSource[] = []): Promise<string> {
    const scrape = new Registry();
    for (const { name, help, label, read } of gauges) {
      const value = await Promise.resolve()
        .then(read)
        .catch(() => undefined);
      if (value === undefined) continue;
      const gauge = new Gauge({ name, help, labelNames: label === undefined ? [] : [label], registers: [scrape] });
      if (typeof value === 'number') gauge.set(value);
      else for (const [labelValue, each] of value) gauge.set({ [label ?? '']: labelValue }, each);
    }
    return Registry.merge([this.#registry, scrape]).metrics();
  }
}
