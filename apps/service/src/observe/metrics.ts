import type { RequestObserver } from './request-observer.ts';

/** Seconds: upper bounds of the histogram's buckets. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Others are counted as one, so that no caller can make new series. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface Durations {
  /** Requests within each bound, and above all of them. */
  readonly buckets: number[];
  sum: number;
  count: number;
}

/** A figure that is looked up when it is asked for. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  read(): number | Promise<number>;
}

/**
 * Counts requests, and shows the counts in Prometheus' text format, version 0.0.4. There are few series: one for each route, method and
 * status that was answered, and durations by route alone.
 */
export class Metrics {
  readonly #counts = new Map<string, number>();
  readonly #durations = new Map<string, Durations>();
  #inFlight = 0;

  readonly observe: RequestObserver = () => {
    this.#inFlight += 1;
    return ({ method, route, status, seconds }) => {
      this.#inFlight -= 1;
      const labels = `method="${METHODS.has(method) ? method : 'other'}",route="${escaped(route)}",status="${status}"`;
      this.#counts.set(labels, (this.#counts.get(labels) ?? 0) + 1);
      const durations = this.#durationsOf(route);
      const bucket = BOUNDS.findIndex((bound) => seconds <= bound);
      const place = bucket === -1 ? BOUNDS.length : bucket;
      durations.buckets[place] = (durations.buckets[place] ?? 0) + 1;
      durations.sum += seconds;
      durations.count += 1;
    };
  };

  /** @param gauges each is left out where it cannot be read */
  async text(gauges: readonly Gauge[] = []): Promise<string> {
    const lines = [
      ...headOf('http_requests_total', 'counter', 'Requests that were answered'),
      ...[...this.#counts].map(([labels, count]) => `http_requests_total{${labels}} ${count}`),
      ...headOf('http_request_duration_seconds', 'histogram', 'Time from the headers of a request to its answer'),
      ...[...this.#durations].flatMap(([route, durations]) => histogram(escaped(route), durations)),
      ...headOf('http_requests_in_flight', 'gauge', 'Requests that are being answered'),
      `http_requests_in_flight ${this.#inFlight}`,
    ];
    for (const { name, help, read } of gauges) {
      const value = await Promise.resolve()
        .then(read)
        .catch(() => undefined);
      if (value !== undefined) lines.push(...headOf(name, 'gauge', help), `${name} ${value}`);
    }
    return `${lines.join('\n')}\n`;
  }

  #durationsOf(route: string): Durations {
    const known = this.#durations.get(route) ?? { buckets: BOUNDS.map(() => 0).concat(0), sum: 0, count: 0 };
    this.#durations.set(route, known);
    return known;
  }
}

function histogram(route: string, { buckets, sum, count }: Durations): string[] {
  const name = 'http_request_duration_seconds';
  let within = 0;
  const lines = [...BOUNDS, '+Inf'].map((bound, at) => {
    within += buckets[at] ?? 0;
    return `${name}_bucket{route="${route}",le="${bound}"} ${within}`;
  });
  return [...lines, `${name}_sum{route="${route}"} ${sum}`, `${name}_count{route="${route}"} ${count}`];
}

function headOf(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function escaped(label: string): string {
  return label.replaceAll(/["\\\n]/g, (letter) => (letter === '\n' ? '\\n' : `\\${letter}`));
}
