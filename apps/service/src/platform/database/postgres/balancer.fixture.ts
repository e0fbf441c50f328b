import { createServer, request as sendRequest } from 'node:http';
import { listen } from '../../../testing/listen.fixture.ts';
import type { ServiceProcess } from '../behavior/process.fixture.ts';

/**
 * Starts a proxy that sends each request to the next running process, until the end of the test.
 * @param services the processes; entries can be replaced while the proxy runs
 * @returns URL of the proxy
 */
export async function startBalancer(services: readonly Pick<ServiceProcess, 'url' | 'isRunning'>[]): Promise<string> {
  let place = 0;
  const proxy = createServer((request, response) => {
    const runningProcesses = services.filter((service) => service.isRunning());
    place += 1;
    const service = runningProcesses[place % Math.max(1, runningProcesses.length)];
    if (!service) {
      response.destroy();
      return;
    }
    const { method, url, headers } = request;
    const forwardedRequest = sendRequest(`${service.url}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => response.destroy()).pipe(response);
    });
    forwardedRequest.on('error', () => response.destroy());
    request.pipe(forwardedRequest);
  });
  return `http://127.0.0.1:${await listen(proxy)}`;
}
