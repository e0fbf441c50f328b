// This program only sends requests: `node floor-program.mjs <url> <requests> <concurrency>`. Types are stripped from
// this file beforehand.
import { Agent, request } from 'node:http';

const [url = '', count = '', concurrency = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(concurrency) });
const body = JSON.stringify({ title: 'A page', content: 'x'.repeat(900), public: false });

function send(): Promise<void> {
  return new Promise((resolve, reject) => {
    const sentRequest = request(
      url,
      { method: 'POST', agent, headers: { 'content-type': 'application/json' } },
      (response) => {
        response.resume().once('end', resolve);
      },
    );
    sentRequest.once('error', reject);
    sentRequest.end(body);
  });
}

let remainingRequests = Number(count);
async function sendNext(): Promise<void> {
  while (remainingRequests > 0) {
    remainingRequests -= 1;
    await send();
  }
}
await Promise.all(Array.from({ length: Number(concurrency) }, sendNext));
agent.destroy();
