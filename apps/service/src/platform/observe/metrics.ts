import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { RequestObserver } from './request-observer.ts';

/** Upper bounds of the histogram's buckets, in seconds. */
const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Methods with a separate label. All other methods share one label, so that clients cannot create new time series. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Time in milliseconds to wait for the value of a gauge, so that a database that does not respond does not delay the other metrics. */
const GAUGE_TIMEOUT_MS = 3_000;

type GaugeValue = number | ReadonlyMap<string, number> | undefined;

/** A gauge whose value is read at each scrape. */
export interface GaugeSource {
  readonly name: string;
  readonly help: string;
  /** Returns the value, or the value of each label; undefined if there is no value. */
  read(): GaugeValue | Promise<GaugeValue>;
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
   * Renders all metrics. Leaves out gauges whose values cannot be read.
   * @param gauges sources of the gauges
   */
  async text(gauges: readonly GaugeSource[] = []): Promise<string> {
    const scrape = new Registry();
    const values = await Promise.all(gauges.map(readGauge));
    for (const [index, { name, help, label }] of gauges.entries()) {
      const value = values[index];
      if (value === undefined) continue;
      const gauge = new Gauge({ name, help, labelNames: label === undefined ? [] : [label], registers: [scrape] });
      if (typeof value === 'number') gauge.set(value);
      else for (const [labelValue, each] of value) gauge.set({ [label ?? '']: labelValue }, each);
    }
    return Registry.merge([this.#registry, scrape]).metrics();
  }
}

/** Returns the value of a gauge; undefined if it cannot be read in time. */
async function readGauge({ read }: GaugeSource): Promise<GaugeValue> {
  let timer: NodeJS.Timeout | undefined;
  const timeoutReached = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), GAUGE_TIMEOUT_MS);
  });
  try {
    return await Promise.race([read(), timeoutReached]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
