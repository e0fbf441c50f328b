import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createBareEnvironment, runProcess } from '../process/child-process.ts';
import type { Cleanup } from '../process/cleanup.ts';
import { listenOnLoopback } from '../process/listen-on-loopback.ts';

export interface GitHostOptions {
  /** User name and password that the host requires. By default, none are required. */
  readonly user?: string;
  readonly password?: string;
  /** Whether access is read-only. Default: false. */
  readonly readOnly?: boolean;
}

/** A bare repository behind git's own HTTP server on loopback. */
export interface GitHost {
  /** Origin of the HTTP server. */
  readonly origin: string;
  /** URL of the repository without credentials. */
  readonly url: string;
  /** Path of the repository on disk. */
  readonly path: string;
  /** Method and path of every authorized request in the form `METHOD path`, in order of arrival. */
  readonly requests: readonly string[];
  /** Runs git in the repository. @returns its trimmed output */
  git(...args: string[]): Promise<string>;
}

const REPOSITORY = 'state.git';

export async function startGitHost(cleanup: Cleanup, options: GitHostOptions = {}): Promise<GitHost> {
  const root = await cleanup.folder('git-host');
  const path = join(root, REPOSITORY);
  const env = { ...createBareEnvironment(), GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  const runGitIn = async (...args: string[]) => (await runProcess('git', args, { cwd: path, env })).trim();
  await runProcess('git', ['init', '--quiet', '--bare', '--initial-branch=main', path], { cwd: root, env });
  await runGitIn('config', 'http.receivepack', String(!options.readOnly));
  await runGitIn('config', 'uploadpack.allowFilter', 'true');

  const requests: string[] = [];
  const expectedCredentials = Buffer.from(`${options.user ?? ''}:${options.password ?? ''}`).toString('base64');
  const server = createServer((request, response) => {
    const credentials = /^basic (.*)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (options.password !== undefined && credentials !== expectedCredentials) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end('who are you?\n');
      request.resume();
      return;
    }
    requests.push(`${request.method} ${request.url}`);
    serve(request, response, { ...env, GIT_PROJECT_ROOT: root, GIT_HTTP_EXPORT_ALL: '1' });
  });
  const origin = await listenOnLoopback(cleanup, server);
  return { origin, url: `${origin}/${REPOSITORY}`, path, requests, git: runGitIn };
}

/** Handles a request with `git http-backend`, a CGI program. */
function serve(request: IncomingMessage, response: ServerResponse, env: Record<string, string>): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://loopback');
  const getHeader = (name: string) => String(request.headers[name] ?? '');
  const child = spawn('git', ['http-backend'], {
    env: {
      ...env,
      REQUEST_METHOD: request.method ?? 'GET',
      PATH_INFO: decodeURIComponent(pathname),
      QUERY_STRING: searchParams.toString(),
      CONTENT_TYPE: getHeader('content-type'),
      HTTP_CONTENT_ENCODING: getHeader('content-encoding'),
      GIT_PROTOCOL: getHeader('git-protocol'),
      REMOTE_ADDR: '127.0.0.1',
      ...(request.headers['content-length'] === undefined ? {} : { CONTENT_LENGTH: getHeader('content-length') }),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.on('error', () => undefined);
  request.pipe(child.stdin);
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  child.once('error', () => response.destroy());
  child.once('close', () => writeResponse(response, Buffer.concat(parts)));
}

/** Converts the output of the CGI program to a response. The output consists of headers, an empty line and the body. */
function writeResponse(response: ServerResponse, printedBytes: Buffer): void {
  const end = printedBytes.indexOf('\r\n\r\n');
  if (end < 0) {
    response.writeHead(500).end();
    return;
  }
  let status = 200;
  for (const line of printedBytes.toString('latin1', 0, end).split('\r\n')) {
    const [name = '', value = ''] = line.split(/: (.*)/s);
    if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10);
    else response.setHeader(name, value);
  }
  response.writeHead(status).end(printedBytes.subarray(end + 4));
}
