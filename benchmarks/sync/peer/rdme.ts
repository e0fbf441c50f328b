import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bareEnvironment, type Cleanup, listenOnLoopback, runProcess } from '../../../packages/testkit/build/index.js';

const PROGRAM = fileURLToPath(new URL('../../node_modules/rdme/bin/run.js', import.meta.url));

/**
 * How `rdme` is brought to a server on loopback. It knows two addresses alone, its own and, under RDME_LOCALHOST, one that does not resolve:
 * - `proxy`: as it is, through HTTPS_PROXY, at a proxy that leads every connection to the server. It makes a new one for every request.
 * - `fetch`: a module loaded before it sends its requests to the server in place of that address; connections are kept, so this is faster.
 */
export type Way = 'proxy' | 'fetch';

/** Starts `rdme` so that nothing of it can leave the machine and nothing stays. */
export class Rdme {
  readonly #env: Readonly<Record<string, string>>;

  private constructor(env: Readonly<Record<string, string>>) {
    this.#env = env;
  }

  static async at(cleanup: Cleanup, url: string, way: Way): Promise<Rdme> {
    const home = await cleanup.folder('rdme');
    const env = {
      ...bareEnvironment(),
      HOME: home,
      CI: 'true',
      RDME_LOCALHOST: '1',
      // It would ask a package registry.
      RDME_SKIP_NEW_VERSION_CHECK: 'true',
    };
    if (way === 'proxy') return new Rdme({ ...env, HTTPS_PROXY: await startTunnel(cleanup, url) });
    const preload = join(home, 'preload.mjs');
    writeFileSync(preload, PRELOAD.replace('SERVER', url));
    return new Rdme({ ...env, NODE_OPTIONS: `--import=${pathToFileURL(preload).href}` });
  }

  /** `rdme docs upload`. @throws Error when it fails */
  async upload(folder: string): Promise<string> {
    const args = [PROGRAM, 'docs', 'upload', folder, '--key=a-key', '--skip-validation'];
    return runProcess(process.execPath, args, { cwd: folder, env: this.#env });
  }

  /** Its start alone. @throws Error when it fails */
  async version(): Promise<string> {
    return runProcess(process.execPath, [PROGRAM, '--version'], { env: this.#env });
  }
}

const PRELOAD = `const real = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const { host, pathname, search } = new URL(input);
  if (host !== 'api.readme.local:3000') throw new Error('not to leave the machine: ' + host);
  return real('SERVER' + pathname + search, init);
};
`;

/** A proxy that leads every tunnel to one server, whatever was asked for. */
async function startTunnel(cleanup: Cleanup, target: string): Promise<string> {
  const { hostname, port } = new URL(target);
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connect', (_request, client) => {
    const tunnel = connect(Number(port), hostname, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      tunnel.pipe(client).pipe(tunnel);
    });
    const end = () => {
      tunnel.destroy();
      client.destroy();
    };
    tunnel.on('error', end).on('close', end);
    client.on('error', end).on('close', end);
  });
  return listenOnLoopback(cleanup, server);
}
