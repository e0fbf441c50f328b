import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import { listen } from '../../../testing/listen.fixture.ts';

/** A request on its way to ClickHouse. */
export interface ProxiedRequest {
  /** The statement, or the start of an insert; its rows are in the body. */
  readonly statement: string;
  /** The settings of the statement. */
  readonly parameters: URLSearchParams;
  readonly response: ServerResponse;
  /**
   * Sends the request to ClickHouse.
   * @param profile settings that the request overrides, as it overrides those of the user's settings profile. Default: none
   * @returns the response, which has not been sent to the client yet
   */
  forward(profile?: Readonly<Record<string, string>>): Promise<IncomingMessage>;
}

/**
 * Starts a proxy in front of ClickHouse, which is stopped when the test has finished.
 * @param handle handles a request. The response of ClickHouse that it returns is sent to the client.
 * @returns the URL of the database through the proxy
 */
export async function startProxy(
  target: string,
  handle: (request: ProxiedRequest) => Promise<IncomingMessage | undefined>,
): Promise<string> {
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method, url = '', headers } = request;
    const parameters = new URL(url, 'http://localhost').searchParams;
    const statement = parameters.get('query') ?? body.toString('utf8');
    const forward = (profile = {}) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const settings = new URLSearchParams([...Object.entries<string>(profile), ...parameters]);
        sendRequest(`http://${new URL(target).host}/?${settings}`, { method, headers }, resolve)
          .once('error', reject)
          .end(body);
      });
    try {
      const answer = await handle({ statement, parameters, response, forward });
      if (!answer) return;
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    } catch {
      response.destroy();
    }
  });
  return `clickhouse://127.0.0.1:${await listen(proxy)}${new URL(target).pathname}`;
}
