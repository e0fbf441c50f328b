import { expect } from 'vitest';
import { type FrameworkName, startApplication } from './applications.fixture.ts';
import { parseRaw, rawRequest, requestText } from './raw-request.fixture.ts';
import { HINT_SET, type Receiver, startReceiver } from './receiver.fixture.ts';
import { choices, drawSpec, encodeSpec, type ResponseSpec } from './response-spec.fixture.ts';
import { flushAll, waitForHints } from './until.fixture.ts';

const AGENT = 'Claude-User/1.0';
const SECRET = 'ghp_Zx9Yw8Vu7Ts6Rq5Po4Nm3Lk2Ji1Hg0FeDc9B';

/** The result of comparing the responses of an application with and without the SDK. */
export interface Comparison {
  readonly identical: number;
  readonly extended: number;
  readonly receiver: Receiver;
}

/** Sends the same requests to an application with and without the SDK, and compares every byte of the responses. */
export async function compareResponses(name: FrameworkName, seed: number, count: number): Promise<Comparison> {
  const receiver = await startReceiver();
  receiver.hintSet = HINT_SET;
  const options = { url: receiver.url, project: 'octo-api', key: 'csk_not_in_any_log', bodies: 'all' } as const;
  const bareApplication = await startApplication(name);
  const observedApplication = await startApplication(name, options);
  const random = choices(seed);
  // The first request makes the SDK fetch the hint set.
  const first = requestText('GET', '/pets/0', {
    'x-spec': encodeSpec({ status: 200, headers: {}, body: '', mode: 'text', statesLength: false }),
  });
  await rawRequest(observedApplication.port, first);
  await waitForHints(observedApplication.capture);
  await flushAll(observedApplication.capture);
  const read = (rawBytes: Buffer) => {
    const { head, body } = parseRaw(rawBytes);
    // The wrapper for `fetch` handlers has to use `Headers`, which sorts names and converts them to lower case.
    return { head: name === 'fetch' ? head.map((line) => line.toLowerCase()).sort() : head, body };
  };
  let identicalCount = 0;
  let extendedCount = 0;
  for (let index = 1; index <= count; index += 1) {
    const spec = drawSpec(random);
    const method = random.one(['GET', 'POST', 'POST', 'PUT', 'HEAD']);
    const isAgent = random.below(2) === 0;
    const body =
      method === 'POST' || method === 'PUT'
        ? JSON.stringify({ index, password: SECRET, note: `Bearer ${SECRET}` })
        : '';
    const text = requestText(
      method,
      `/pets/${index}?access_token=${SECRET}`,
      {
        'user-agent': isAgent ? AGENT : 'curl/8',
        authorization: `Bearer ${SECRET}`,
        'x-user': `user${index % 7}@example.com`,
        'x-spec': encodeSpec(spec),
        ...(body === '' ? {} : { 'content-type': 'application/json' }),
      },
      body,
    );
    const [expected, actual] = await Promise.all([
      rawRequest(bareApplication.port, text),
      rawRequest(observedApplication.port, text),
    ]);
    const wasExtended = compare(spec, method, isAgent, read(expected), read(actual));
    if (wasExtended) extendedCount += 1;
    else identicalCount += 1;
  }
  await flushAll(observedApplication.capture);
  expect(observedApplication.capture?.stats()).toMatchObject({ queued: 0, dropped: 0, rejected: 0, sent: count + 1 });
  expect(receiver.wire.join('\n').includes(SECRET.slice(4, 30))).toBe(false);
  return { identical: identicalCount, extended: extendedCount, receiver };
}

type Parsed = ReturnType<typeof parseRaw>;

/** Compares two responses to the same request. @returns whether the SDK extended the response */
function compare(spec: ResponseSpec, method: string, isAgent: boolean, expected: Parsed, actual: Parsed): boolean {
  const context = JSON.stringify({
    spec: { ...spec, body: spec.body.slice(0, 200) },
    method,
    isAgent,
    expected: expected.head,
    actual: actual.head,
  });
  // The hints of the set match only 4xx responses.
  if (spec.status < 400 || spec.status > 499 || spec.headers.signature !== undefined) {
    expect(actual.head, context).toEqual(expected.head);
    expect(actual.body.equals(expected.body), context).toBe(true);
    return false;
  }
  const addedNames = actual.head
    .filter((line) => !expected.head.includes(line))
    .map((line) => line.split(':')[0]?.toLowerCase());
  expect(addedNames, context).toContain('link');
  const isChanged = !actual.body.equals(expected.body);
  const allowedHeaders = [
    'link',
    'retry-after',
    'vary',
    ...(isChanged || method === 'HEAD' ? ['content-length', 'etag'] : []),
  ];
  for (const name of addedNames) expect(allowedHeaders, context).toContain(name);
  if (!isChanged) return false;
  const [before, after] = [JSON.parse(decodeChunks(expected)), JSON.parse(decodeChunks(actual))];
  const { recovery, ...rest } = after;
  expect(rest, context).toEqual(before);
  expect(recovery.hint, context).toMatch(/^hint_/);
  expect(spec.headers['content-digest'], context).toBeUndefined();
  const length = actual.head.find((line) => /^content-length:/i.test(line));
  if (length !== undefined) expect(Number(length.split(':')[1]), context).toBe(actual.body.length);
  return true;
}

function decodeChunks({ head, body }: Parsed): string {
  if (!head.some((line) => /^transfer-encoding: *chunked/i.test(line))) return body.toString();
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.subarray(at, end).toString(), 16);
    parts.push(body.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
  return Buffer.concat(parts).toString();
}
