// `node floor-program.mjs <url> <requests> <concurrency>` only sends requests. Types are stripped from this file beforehand.
import { Agent, request } from 'node:http';

const [url = '', count = '', concurrency = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(concurrency) });
const body = JSON.stringify({ title: 'A page', content: 'x'.repeat(900), public: false });

function send(): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers: { 'content-type': 'application/json' } }, (answer) => {
      answer.resume().once('end', resolve);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

let left = Number(count);
async function work(): Promise<void> {
  while (left > 0) {
    left -= 1;
    await send();
  }
}
await Promise.all(Array.from({ length: Number(concurrency) }, work));
agent.destroy();
