import { createServer, request as sendRequest } from 'node:http';
import { onTestFinished } from 'vitest';
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
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy does not listen');
  return `http://127.0.0.1:${address.port}`;
}
