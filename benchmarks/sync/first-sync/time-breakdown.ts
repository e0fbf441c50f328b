import type { MeasuredRun } from '../sandbox/benchmark-sandbox.ts';
import type { TracedRequest } from '../timing/request-trace.ts';

/** The durations of the phases of a first sync in milliseconds, as seen by the servers. They add up to the duration of the run. */
export interface TimeBreakdown {
  /**
   * The time from the start of the process to its first request to GitHub. In this phase, the process starts Node.js,
   * loads the bundle and parses the inputs.
   */
  readonly start: number;
  /** The time until the requests for the project and the OpenAPI document. In this phase, the action reads the state and lists the docs. */
  readonly state: number;
  /** The time until the responses for the project and the OpenAPI document. */
  readonly asking: number;
  /** The time until the first intent is sent to GitHub. In this phase, the action reads and chunks the documents, and creates the plan. */
  readonly reading: number;
  /** The time until the first item is sent. In this phase, the action records the first intents and connects the data source. */
  readonly connecting: number;
  /** The time from the first item to the last response, divided into its parts. */
  readonly sending: Sending;
  /**
   * The time after the last response. In this phase, the action writes the last commit of the state and the report, and the process ends.
   */
  readonly end: number;
}

export interface Sending {
  readonly whole: number;
  /** The ideal time: items × latency ÷ concurrency. */
  readonly ideal: number;
  /** The additional time of responses beyond the latency, in milliseconds, averaged over the request slots. */
  readonly late: number;
  /** The idle time of the request slots in milliseconds, averaged over the slots: during writes to GitHub, and at other times. */
  readonly emptyWhileWriting: number;
  readonly emptyOtherwise: number;
}

export function splitTime(run: MeasuredRun, latency: number, concurrency: number): TimeBreakdown {
  const compareArrival = (a: TracedRequest, b: TracedRequest) => a.arrived - b.arrived;
  const github = run.github.requests.toSorted(compareArrival);
  const service = run.service.trace.toSorted(compareArrival);
  const items = service.filter(({ method, path }) => method === 'POST' && path.endsWith('/context'));
  const requests = service.filter(({ method }) => method === 'GET');
  const writes = github.filter(({ method }) => method !== 'GET');
  const firstArrival = getArrival(items[0]);
  const firstAt = getArrival(requests[0]);
  const firstWriteArrival = getArrival(writes[0]);
  const lastResponse = Math.max(...requests.map(({ respondedAt }) => respondedAt));
  const lastItemResponse = Math.max(...items.map(({ respondedAt }) => respondedAt));
  const start = getArrival(github[0]);
  return {
    start: start - run.begun,
    state: firstAt - start,
    asking: lastResponse - firstAt,
    reading: firstWriteArrival - lastResponse,
    connecting: firstArrival - firstWriteArrival,
    sending: measureSending(items, writes, latency, concurrency, lastItemResponse),
    end: run.ended - lastItemResponse,
  };
}

function getArrival(request: TracedRequest | undefined): number {
  if (!request) throw new Error('The first sync did not send this request, so there is no breakdown of its time.');
  return request.arrived;
}

function measureSending(
  items: readonly TracedRequest[],
  writes: readonly TracedRequest[],
  latency: number,
  concurrency: number,
  last: number,
): Sending {
  const firstArrival = getArrival(items[0]);
  const totalWaitMs = items.reduce((sum, { arrived, respondedAt }) => sum + respondedAt - arrived, 0);
  const documentChanges = [
    ...items.flatMap(({ arrived, respondedAt }) => [
      { at: arrived, items: 1, writes: 0 },
      { at: respondedAt, items: -1, writes: 0 },
    ]),
    ...writes.flatMap(({ arrived, respondedAt }) => [
      { at: Math.max(arrived, firstArrival), items: 0, writes: 1 },
      { at: Math.max(respondedAt, firstArrival), items: 0, writes: -1 },
    ]),
  ].sort((a, b) => a.at - b.at);
  let [at, sending, writing, empty, emptyWhileWriting] = [firstArrival, 0, 0, 0, 0];
  for (const change of documentChanges) {
    const idleSlots = Math.max(0, concurrency - sending) * (Math.min(change.at, last) - at);
    empty += idleSlots;
    if (writing > 0) emptyWhileWriting += idleSlots;
    at = Math.min(change.at, last);
    sending += change.items;
    writing += change.writes;
  }
  return {
    whole: last - firstArrival,
    ideal: (items.length * latency) / concurrency,
    late: (totalWaitMs - items.length * latency) / concurrency,
    emptyWhileWriting: emptyWhileWriting / concurrency,
    emptyOtherwise: (empty - emptyWhileWriting) / concurrency,
  };
}
