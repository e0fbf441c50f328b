import { describe, expect, it } from 'vitest';
import { FRAMEWORKS, type SharedOptions, startApplication } from '../testing/applications.fixture.ts';
import { HINT_SET, startReceiver } from '../testing/receiver.fixture.ts';
import { encodeSpec, type ResponseSpec } from '../testing/response-spec.fixture.ts';
import { waitForHints } from '../testing/until.fixture.ts';

const ERROR = { code: 'unknown_pet', message: 'There is no such pet.' };
const AGENT = 'Claude-User/1.0';

const SPEC: ResponseSpec = {
  status: 404,
  headers: { 'content-type': 'application/json', etag: '"v1"' },
  body: Buffer.from(JSON.stringify(ERROR)).toString('base64'),
  mode: 'text',
  statesLength: true,
};

async function startHints(hint: object = {}) {
  const receiver = await startReceiver();
  const [, everyone] = (JSON.parse(HINT_SET.body) as { hints: object[] }).hints;
  receiver.hintSet = { etag: '"1"', body: JSON.stringify({ version: 1, hints: [{ ...everyone, ...hint }] }) };
  return { url: receiver.url, project: 'octo-api', key: 'csk_1' } satisfies SharedOptions;
}

describe.each(FRAMEWORKS)('an error with a hint in %s', (name) => {
  /** Returns a function that requests an error from an application whose SDK client has loaded the hints. */
  const start = async (hint?: object) => {
    const { port, capture } = await startApplication(name, await startHints(hint));
    const send = (init: RequestInit, spec: Partial<ResponseSpec> = {}) =>
      fetch(`http://127.0.0.1:${port}/pets/1`, {
        ...init,
        headers: { 'user-agent': AGENT, 'x-spec': encodeSpec({ ...SPEC, ...spec }) },
      });
    await (await send({}, { status: 200 })).text();
    await waitForHints(capture);
    return send;
  };

  it('an error with a hint for HEAD has the same Content-Length and validators as for GET, or none', async () => {
    const send = await start();
    const get = await send({});
    const body = await get.text();
    expect(JSON.parse(body)).toHaveProperty('recovery');
    expect(get.headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
    const head = await send({ method: 'HEAD' });
    for (const header of ['content-length', 'etag'])
      expect([null, get.headers.get(header)]).toContain(head.headers.get(header));
    expect(head.headers.get('link')).toBe(get.headers.get('link'));
  });

  it.each([
    ['agents', undefined, 'user-agent'],
    ['agents', 'Accept-Encoding', 'accept-encoding, user-agent'],
    ['agents', 'user-agent', 'user-agent'],
    ['agents', '*', '*'],
    ['everyone', undefined, undefined],
  ])(
    'the Vary header of an error with a hint lists the request headers that influence it: %s, after %s',
    async (audience, vary, expected) => {
      const send = await start({ audience });
      const response = await send({}, { headers: { ...SPEC.headers, ...(vary === undefined ? {} : { vary }) } });
      await response.text();
      expect(response.headers.get('vary')?.toLowerCase()).toBe(expected);
    },
  );
});
