import { describe, expect, it } from 'vitest';
import { startSharedApplication } from './testing/clients.fixture.ts';
import { ENTRIES } from './testing/entries.fixture.ts';
import { HINT_SET, startReceiver } from './testing/receiver.fixture.ts';
import { flushAll, waitForHints } from './testing/until.fixture.ts';

const REQUEST = {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'user-agent': 'Claude-User/1.0' },
  body: '{"name":"Rex"}',
};
const COUNT = 5;
const count = (text: string | null, part: string) => (text ?? '').split(part).length - 1;

describe.each(ENTRIES)('two clients on one application of %s', (name) => {
  it('each of two clients captures every request with its bodies', async () => {
    const receivers = [await startReceiver(), await startReceiver()];
    const options = receivers.map(({ url }, index) => ({ url, project: `project-${index}`, key: 'csk_test' }));
    const { captures, send } = await startSharedApplication(name, options);
    for (let index = 0; index < COUNT; index += 1) await (await send(`/pets/${index}`, REQUEST)).text();
    for (const [index, capture] of captures.entries()) {
      await capture.close();
      expect(capture.stats()).toMatchObject({ sent: COUNT, dropped: 0 });
      const logs = receivers[index]?.logs ?? [];
      expect(logs.map(({ url }) => new URL(url).pathname)).toEqual([
        '/pets/0',
        '/pets/1',
        '/pets/2',
        '/pets/3',
        '/pets/4',
      ]);
      for (const log of logs) {
        expect(log).toMatchObject({ status: 404, errorCode: 'nope' });
        expect([log.request?.body, log.response?.body]).toEqual([{ name: 'Rex' }, { code: 'nope' }]);
      }
    }
  });

  it('two clients add only one hint to an error, and both logs contain the error as the user received it', async () => {
    const receivers = [await startReceiver(), await startReceiver()];
    for (const receiver of receivers) receiver.hintSet = HINT_SET;
    const options = receivers.map(({ url }, index) => ({ url, project: `project-${index}`, key: 'csk_test' }));
    const { captures, send } = await startSharedApplication(name, options);
    const hasHint = async () => {
      const { headers, body } = await send('/first', REQUEST);
      // Without a network, the request is captured when its body has been read.
      await body?.pipeTo(new WritableStream());
      return headers.has('link');
    };
    await expect.poll(hasHint).toBe(true);
    await Promise.all(captures.map(waitForHints));
    await Promise.all(captures.map(flushAll));
    const response = await send('/pets/1', REQUEST);
    const body = await response.text();
    expect([count(response.headers.get('link'), 'rel="help"'), count(body, '"recovery"')]).toEqual([1, 1]);
    await Promise.all(captures.map((capture) => capture.close()));
    const reports = receivers.map(({ logs }) => logs.find(({ url }) => url.endsWith('/pets/1'))?.response);
    for (const report of reports) expect(report?.body).toMatchObject({ recovery: { hint: 'hint_404' } });
    expect(reports.filter((report) => report?.recovery !== undefined)).toHaveLength(1);
  });

  it('two clients add a hint even if only one of them has hints', async () => {
    for (const hints of [
      [true, false],
      [false, true],
    ]) {
      const receiver = await startReceiver();
      receiver.hintSet = HINT_SET;
      const options = hints.map((each) => ({ url: receiver.url, project: 'octo-api', key: 'csk_test', hints: each }));
      const { captures, send } = await startSharedApplication(name, options);
      await expect.poll(async () => (await send('/pets/1', REQUEST)).text()).toContain('"recovery"');
      await Promise.all(captures.map((capture) => capture.close()));
    }
  });

  it('a client that is added twice to an application captures a request only once', async () => {
    const receiver = await startReceiver();
    const options = { url: receiver.url, project: 'octo-api', key: 'csk_test' };
    const { captures, send } = await startSharedApplication(name, [options], 2);
    await (await send('/pets/1', REQUEST)).text();
    await captures[0]?.close();
    expect(receiver.logs).toHaveLength(1);
  });
});
