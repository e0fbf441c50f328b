import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type Cleanup,
  createBareEnvironment,
  listenOnLoopback,
  runProcess,
} from '../../../packages/testkit/build/index.js';

const PROGRAM = fileURLToPath(new URL('../../node_modules/rdme/bin/run.js', import.meta.url));

/**
 * The way in which `rdme` connects to a local server. By itself, `rdme` supports only the URL of ReadMe and, with
 * RDME_LOCALHOST, a local URL whose host name does not resolve.
 * - `proxy`: `rdme` is unchanged, and HTTPS_PROXY is set to a proxy that connects to the server. Every request opens a
 * new connection.
 * - `fetch`: a preloaded module sends the requests of `rdme` to the server. It keeps connections open, so it is faster.
 */
export type ConnectionWay = 'proxy' | 'fetch';

/** Starts `rdme` without access to other machines, and leaves no files behind. */
export class Rdme {
  readonly #env: Readonly<Record<string, string>>;

  private constructor(env: Readonly<Record<string, string>>) {
    this.#env = env;
  }

  static async connectTo(cleanup: Cleanup, url: string, way: ConnectionWay): Promise<Rdme> {
    const homeFolder = await cleanup.folder('rdme');
    const env = {
      ...createBareEnvironment(),
      HOME: homeFolder,
      CI: 'true',
      RDME_LOCALHOST: '1',
      // Without this setting, rdme sends a request to a package registry.
      RDME_SKIP_NEW_VERSION_CHECK: 'true',
    };
    if (way === 'proxy') return new Rdme({ ...env, HTTPS_PROXY: await startTunnel(cleanup, url) });
    const preload = join(homeFolder, 'preload.mjs');
    writeFileSync(preload, PRELOAD.replace('SERVER', url));
    return new Rdme({ ...env, NODE_OPTIONS: `--import=${pathToFileURL(preload).href}` });
  }

  /** Runs `rdme docs upload`. @throws Error if it fails */
  async upload(folder: string): Promise<string> {
    const args = [PROGRAM, 'docs', 'upload', folder, '--key=a-key', '--skip-validation'];
    return runProcess(process.execPath, args, { cwd: folder, env: this.#env });
  }

  /** Starts `rdme` without an upload. @throws Error if it fails */
  async version(): Promise<string> {
    return runProcess(process.execPath, [PROGRAM, '--version'], { env: this.#env });
  }
}

const PRELOAD = `const real = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const { host, pathname, search } = new URL(input);
  if (host !== 'api.readme.local:3000') throw new Error('unexpected host: ' + host);
  return real('SERVER' + pathname + search, init);
};
`;

/** Starts a proxy that connects every tunnel to one server, regardless of the requested host. */
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
