import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { contextSync as fetchSync } from '../fetch.ts';
import { contextSync as nodeSync } from '../node.ts';
import { startReceiver } from '../testing/receiver.fixture.ts';

const PARTS = ['first, ', 'second, ', 'third'];
const TEXT_TYPE = { 'content-type': 'text/plain' };

async function openReceiver() {
  const receiver = await startReceiver();
  return {
    receiver,
    options: { url: receiver.url, project: 'octo-api', key: 'csk_1', bodies: 'all', hints: false } as const,
  };
}

it('a log contains the body that was sent, even if the application uses its buffer again for the next part', async () => {
  const { receiver, options } = await openReceiver();
  const capture = nodeSync(options);
  const server = createServer(async (req, res) => {
    capture(req, res);
    res.writeHead(200, TEXT_TYPE);
    const buffer = Buffer.alloc(100);
    for (const part of PARTS) {
      const length = buffer.write(part);
      await new Promise((resolve) => res.write(buffer.subarray(0, length), resolve));
      buffer.fill('#');
    }
    res.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect(await response.text()).toBe(PARTS.join(''));
  await capture.close();
  expect(receiver.logs).toMatchObject([{ response: { body: PARTS.join('') } }]);
});

it('a log contains the chunks of a stream, even if the client of the stream changes them', async () => {
  const { receiver, options } = await openReceiver();
  const handle = fetchSync(() => {
    const parts = PARTS.map((part) => new TextEncoder().encode(part));
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        const part = parts.shift();
        if (part === undefined) controller.close();
        else controller.enqueue(part);
      },
    });
    return new Response(stream, { headers: TEXT_TYPE });
  }, options);
  const response = await handle(new Request('http://api.example.com/'));
  for await (const chunk of response.body ?? []) chunk.fill(35);
  await handle.close();
  expect(receiver.logs).toMatchObject([{ response: { body: PARTS.join('') } }]);
});
