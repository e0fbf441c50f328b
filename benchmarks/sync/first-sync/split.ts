import type { Run } from '../stage/stage.ts';
import type { Traced } from '../timing/trace.ts';

/** Where the time of a first sync has gone, in milliseconds, as the servers saw it; the parts add up to the whole. */
export interface Split {
  /** From the start of the process to its first request to GitHub: Node, the bundle, the inputs. */
  readonly start: number;
  /** Until the service was asked for the project and its description: the state, the list of the docs. */
  readonly state: number;
  /** Until it had answered. */
  readonly asking: number;
  /** Reading and cutting the documents, and planning, until the first intent was on its way to GitHub. */
  readonly reading: number;
  /** Until the first item was sent: the first intents recorded, the data source connected. */
  readonly connecting: number;
  /** From the first item to the last answer, of which: */
  readonly sending: Sending;
  /** The last record, the report, the end of the process. */
  readonly end: number;
}

export interface Sending {
  readonly whole: number;
  /** Items × latency ÷ concurrency. */
  readonly ideal: number;
  /** What answers took longer than the latency, spread over the requests at a time. */
  readonly late: number;
  /** Places for a request that stood empty, spread likewise: while GitHub was being written to, and at other times. */
  readonly emptyWhileWriting: number;
  readonly emptyOtherwise: number;
}

export function splitOf(run: Run, latency: number, concurrency: number): Split {
  const byArrival = (a: Traced, b: Traced) => a.arrived - b.arrived;
  const github = run.github.requests.toSorted(byArrival);
  const service = run.service.trace.toSorted(byArrival);
  const items = service.filter(({ method, path }) => method === 'POST' && path.endsWith('/context'));
  const asked = service.filter(({ method }) => method === 'GET');
  const writes = github.filter(({ method }) => method !== 'GET');
  const first = arrivalOf(items[0]);
  const askedAt = arrivalOf(asked[0]);
  const written = arrivalOf(writes[0]);
  const known = Math.max(...asked.map(({ answered }) => answered));
  const last = Math.max(...items.map(({ answered }) => answered));
  const start = arrivalOf(github[0]);
  return {
    start: start - run.begun,
    state: askedAt - start,
    asking: known - askedAt,
    reading: written - known,
    connecting: first - written,
    sending: sendingOf(items, writes, latency, concurrency, last),
    end: run.ended - last,
  };
}

function arrivalOf(request: Traced | undefined): number {
  if (!request) throw new Error('A first sync without such a request has no split.');
  return request.arrived;
}

function sendingOf(
  items: readonly Traced[],
  writes: readonly Traced[],
  latency: number,
  concurrency: number,
  last: number,
): Sending {
  const begin = arrivalOf(items[0]);
  const taken = items.reduce((sum, { arrived, answered }) => sum + answered - arrived, 0);
  const changes = [
    ...items.flatMap(({ arrived, answered }) => [
      { at: arrived, items: 1, writes: 0 },
      { at: answered, items: -1, writes: 0 },
    ]),
    ...writes.flatMap(({ arrived, answered }) => [
      { at: Math.max(arrived, begin), items: 0, writes: 1 },
      { at: Math.max(answered, begin), items: 0, writes: -1 },
    ]),
  ].sort((a, b) => a.at - b.at);
  let [at, sending, writing, empty, emptyWhileWriting] = [begin, 0, 0, 0, 0];
  for (const change of changes) {
    const idle = Math.max(0, concurrency - sending) * (Math.min(change.at, last) - at);
    empty += idle;
    if (writing > 0) emptyWhileWriting += idle;
    at = Math.min(change.at, last);
    sending += change.items;
    writing += change.writes;
  }
  return {
    whole: last - begin,
    ideal: (items.length * latency) / concurrency,
    late: (taken - items.length * latency) / concurrency,
    emptyWhileWriting: emptyWhileWriting / concurrency,
    emptyOtherwise: (empty - emptyWhileWriting) / concurrency,
  };
}
