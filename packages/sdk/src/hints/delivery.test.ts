import { isHeldOut } from '@context-sync/core/recovery';
import { describe, expect, it } from 'vitest';
import { FRAMEWORKS, type FrameworkName, startApplication } from '../testing/applications.fixture.ts';
import { parseRaw, rawRequest, requestText } from '../testing/raw-request.fixture.ts';
import { startReceiver } from '../testing/receiver.fixture.ts';
import { encodeSpec, type ResponseSpec } from '../testing/response-spec.fixture.ts';
import { flushAll, waitForHints } from '../testing/until.fixture.ts';

const HINT = { id: 'hint_1', version: 'v1', holdOutPercent: 50 };
const USERS = Array.from({ length: 50 }, (_, index) => `user${index}@example.com`);
const JSON_TYPE = { 'content-type': 'application/json' };
const TEXT_TYPE = { 'content-type': 'text/plain' };
const DOCUMENTED = { documentation: 'https://docs.example.com/e' };
const DELAYED = { retryAfterSeconds: 3 };

/** Responses with different hints and bodies, and the parts of each response that can contain the hint. */
const CASES: readonly (readonly [name: string, hint: object, spec: Partial<ResponseSpec>, parts: readonly string[]])[] =
  [
    ['JSON', {}, {}, ['body']],
    ['JSON with a documented hint', DOCUMENTED, {}, ['link', 'body']],
    ['JSON with all parts', { ...DOCUMENTED, ...DELAYED }, {}, ['retry-after', 'link', 'body']],
    ['text', {}, { headers: TEXT_TYPE }, []],
    ['text with a delay', DELAYED, { headers: TEXT_TYPE }, ['retry-after']],
    ['text with its own delay', DELAYED, { headers: { ...TEXT_TYPE, 'retry-after': '9' } }, []],
    ['text with a documented hint', DOCUMENTED, { headers: TEXT_TYPE }, ['link']],
    ['signed JSON', { ...DOCUMENTED, ...DELAYED }, { headers: { ...JSON_TYPE, signature: 'a=:b:' } }, []],
    ['JSON that may not be transformed', {}, { headers: { ...JSON_TYPE, 'cache-control': 'no-transform' } }, []],
    ['a JSON list', {}, { body: '[]' }, []],
    ['JSON with a member of this name', {}, { body: '{"recovery":1}' }, []],
    ['an empty body', {}, { body: '' }, []],
  ];

async function compareGroups(name: FrameworkName, hint: object, change: Partial<ResponseSpec>, method = 'POST') {
  const receiver = await startReceiver();
  const set = {
    ...HINT,
    match: { status: 422 },
    audience: 'everyone',
    steps: [{ do: 'read', text: 'Read.' }],
    ...hint,
  };
  receiver.hintSet = { etag: '"1"', body: JSON.stringify({ version: 1, hints: [set] }) };
  const options = { url: receiver.url, project: 'octo-api', key: 'csk_1' };
  const { port, capture } = await startApplication(name, options);
  const bareApplication = await startApplication(name);
  const send = (toPort: number, status: number, user = '') => {
    const spec = { status, headers: JSON_TYPE, mode: 'text', statesLength: true, body: '{"a":1}', ...change } as const;
    const encodedSpec = encodeSpec({ ...spec, body: Buffer.from(spec.body).toString('base64') });
    return rawRequest(toPort, requestText(method, '/pets/1', { 'x-spec': encodedSpec, 'x-user': user }));
  };
  await send(port, 200);
  await waitForHints(capture);
  await flushAll(capture);
  const [withheldUser, deliveredUser] = [true, false].map((held) =>
    USERS.find((user) => isHeldOut(HINT, user) === held),
  );
  const normalize = (rawBytes: Buffer) => {
    const { head, body } = parseRaw(rawBytes);
    const lines = head.map((line) => line.toLowerCase()).filter((line) => !/^(date|vary):/.test(line));
    return { head: lines.sort(), body: body.toString(), vary: head.find((line) => /^vary:/i.test(line)) };
  };
  const withheld = normalize(await send(port, 422, withheldUser));
  const deliveredResponse = normalize(await send(port, 422, deliveredUser));
  const expected = normalize(await send(bareApplication.port, 422, deliveredUser));
  await flushAll(capture);
  const getReport = (user: string | undefined) =>
    receiver.logs.find((log) => log.groupEmail === user)?.response?.recovery;
  return {
    withheld,
    delivered: deliveredResponse,
    expected,
    reports: { withheld: getReport(withheldUser), delivered: getReport(deliveredUser) },
  };
}

describe.each(FRAMEWORKS)('the report of a hint in %s', (name) => {
  it.each(CASES)(
    'the report of a hint contains the same parts for users with and without the hint: %s',
    async (_name, hint, spec, parts) => {
      const { withheld, delivered, expected, reports } = await compareGroups(name, hint, spec);
      const report = { hint: 'hint_1', version: 'v1' };
      expect(reports.delivered).toEqual({ ...report, sentIn: parts, withheld: false });
      expect(reports.withheld).toEqual({ ...report, sentIn: [], withheld: true, withheldFrom: parts });
      // A shared cache must not return the response for one group to users of the other group.
      expect(withheld.vary).toBe(delivered.vary);
      expect(delivered.vary?.toLowerCase()).toBe(
        parts.length === 0 ? undefined : 'vary: authorization, cookie, x-api-key',
      );
      expect(withheld).toEqual({ ...expected, vary: withheld.vary });
      const isAdded = (header: string) =>
        delivered.head.filter((line) => !expected.head.includes(line)).some((line) => line.startsWith(header));
      const addedParts = [
        ...(isAdded('retry-after:') ? ['retry-after'] : []),
        ...(isAdded('link:') ? ['link'] : []),
        ...(delivered.body === expected.body ? [] : ['body']),
      ];
      expect(addedParts).toEqual(parts);
    },
  );

  it('the report of a hint contains no body for a HEAD request and for a streamed response', async () => {
    for (const [spec, method] of [
      [{}, 'HEAD'],
      [{ mode: 'stream' }, 'POST'],
    ] as const) {
      const { reports } = await compareGroups(name, DOCUMENTED, spec, method);
      expect(reports.delivered).toMatchObject({ sentIn: expect.arrayContaining(['link']) });
      const { sentIn } = reports.delivered as { sentIn: readonly string[] };
      expect(reports.withheld).toMatchObject({ withheldFrom: sentIn });
      if (method === 'HEAD') expect(sentIn).toEqual(['link']);
    }
  });
});
