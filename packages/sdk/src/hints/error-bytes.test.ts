import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { contextSync } from '../node.ts';
import { parseRaw, rawRequest, requestText } from '../testing/raw-request.fixture.ts';
import { HINT_SET, startReceiver } from '../testing/receiver.fixture.ts';
import { waitForHints } from '../testing/until.fixture.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Returns an API's error response without and with the SDK, for an error that matches a hint for all users. */
async function compare(respond: RequestListener) {
  const receiver = await startReceiver();
  receiver.hintSet = HINT_SET;
  const capture = contextSync({ url: receiver.url, project: 'octo-api', key: 'csk_1' });
  const request = async (isCaptured: boolean, path: string) => {
    const server = createServer((req, res) => {
      if (isCaptured) capture(req, res);
      if (req.url === '/ok') res.end();
      else respond(req, res);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { head, body } = parseRaw(
      await rawRequest((server.address() as AddressInfo).port, requestText('GET', path, {})),
    );
    return { head: head.filter((line) => !/^date:/i.test(line)), body };
  };
  await request(true, '/ok');
  await waitForHints(capture);
  const result = { bare: await request(false, '/pets/1'), hinted: await request(true, '/pets/1') };
  await capture.close();
  return { ...result, log: receiver.logs.at(-1) };
}

const find = (head: readonly string[], name: string) =>
  head.filter((line) => line.toLowerCase().startsWith(`${name}:`));

describe('the bytes of an error with a hint', () => {
  it.each([
    ['a Content-Length that is too short', { ...JSON_TYPE, 'content-length': 3 }, '{"a":1}'],
    ['a body that is not UTF-8', JSON_TYPE, Buffer.from('{"a":"\xe9"}', 'latin1')],
    ['a byte order mark and no UTF-8 after it', JSON_TYPE, Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0xff, 0x7d])],
  ])('the body of an error stays unchanged if the response has %s', async (_name, headers, body) => {
    const { bare, hinted, log } = await compare((_req, res) => void res.writeHead(404, headers).end(body));
    expect(hinted.body).toEqual(bare.body);
    expect(find(hinted.head, 'content-length')).toEqual(find(bare.head, 'content-length'));
    expect(find(hinted.head, 'link')).toHaveLength(1);
    expect(log?.response?.recovery).toMatchObject({ sentIn: ['link'] });
  });

  it.each([
    ['"v1"', '"v1-hint_404"'],
    ['W/"v1"', 'W/"v1-hint_404"'],
    ['not quoted', 'not quoted'],
  ])('an error with a hint has the ETag %s instead of %s, because the body differs', async (etag, expected) => {
    const { hinted } = await compare((_req, res) => void res.writeHead(404, { ...JSON_TYPE, etag }).end('{"a":1}'));
    expect(hinted.body.toString()).toContain('{"a":1,"recovery":{');
    expect(find(hinted.head, 'etag')).toEqual([`etag: ${expected}`]);
  });

  it('an error with a hint contains the Link headers of the application and of the hint', async () => {
    const link = '</schema>; rel="describedby"';
    const { hinted } = await compare((_req, res) => void res.writeHead(404, { ...JSON_TYPE, link }).end('{"a":1}'));
    const links = find(hinted.head, 'link').join('\n');
    expect(links).toContain(link);
    expect(links).toContain('rel="help"');
  });
});
