import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { FRAMEWORKS, type FrameworkName, startApplication } from '../testing/applications.fixture.ts';
import { parseRaw, rawRequest, requestText } from '../testing/raw-request.fixture.ts';
import { HINT_SET, startReceiver } from '../testing/receiver.fixture.ts';
import { choices, drawSpec, encodeSpec, type ResponseSpec } from '../testing/response-spec.fixture.ts';
import { waitForHints } from '../testing/until.fixture.ts';

const ERROR: ResponseSpec = {
  status: 404,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"code":"nope"}').toString('base64'),
  mode: 'text',
  statesLength: true,
};
/** Starts an application whose SDK client has loaded the hints. Returns a function that sends a request and returns the headers of the response. */
async function openApplication(name: FrameworkName) {
  const receiver = await startReceiver();
  receiver.hintSet = HINT_SET;
  const { port, capture } = await startApplication(name, { url: receiver.url, project: 'octo-api', key: 'csk_test' });
  const send = async (method: string, spec: ResponseSpec) => {
    const headers = { 'x-spec': encodeSpec(spec), 'user-agent': 'Claude-User/1.0' };
    const { head, body } = parseRaw(await rawRequest(port, requestText(method, '/pets/1', headers)));
    const lines = head.slice(1).map((line) => /^([^:]*): *(.*)$/.exec(line) ?? []);
    return { body, headers: new Headers(lines.map(([, key = '', value = '']) => [key, value])) };
  };
  await send('GET', { ...ERROR, status: 200 });
  await waitForHints(capture);
  return send;
}

describe.each(FRAMEWORKS)('a hinted response of %s', (name) => {
  it('a hinted response to HEAD has the Content-Length and the ETag of the response to GET, or none', async () => {
    const send = await openApplication(name);
    const random = choices(29);
    let changedBodies = 0;
    for (let index = 0; index < selectByTier(40, 500); index += 1) {
      const spec = { ...drawSpec(random), status: random.one([400, 404, 422, 429]) };
      const [get, head] = [await send('GET', spec), await send('HEAD', spec)];
      if (get.body.includes('"recovery"')) changedBodies += 1;
      for (const field of ['content-length', 'etag']) {
        const value = head.headers.get(field);
        if (value !== null) expect(value, JSON.stringify([field, spec])).toBe(get.headers.get(field));
      }
      for (const field of ['link', 'vary', 'retry-after', 'content-type']) {
        expect(head.headers.get(field), JSON.stringify([field, spec])).toBe(get.headers.get(field));
      }
    }
    expect(changedBodies).toBeGreaterThan(0);
  });
});
