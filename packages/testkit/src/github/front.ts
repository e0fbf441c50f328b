import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type PassedAnswer, passOn } from '../faults/pass-on.ts';
import type { Cleanup } from '../process/cleanup.ts';
import { listenOnLoopback } from '../process/listen.ts';
import type { SecretWatch } from '../process/secret-watch.ts';
import { ApiContract } from './api-contract.ts';
import { WORKFLOW_LOGIN } from './app.ts';
import type { PullRequests } from './pull-requests.ts';
import type { Pushes } from './pushes.ts';

/** What stands in front of the emulator. Its parts are set before the first request comes. */
export interface Front {
  readonly url: string;
  readonly requests: readonly string[];
  /** The tokens of workflows. */
  readonly workflowTokens: Set<string>;
  /** Address of the emulator; undefined until it is started. */
  emulator: string | undefined;
  pulls: PullRequests | undefined;
  pushes: Pushes | undefined;
}

/** GitHub refuses a longer comment. */
const COMMENT_LIMIT = 65_536;
const NOT_ACCESSIBLE = 'Resource not accessible by integration';
const DOCUMENTATION = 'https://docs.github.com/rest';

/**
 * A server before the emulator: adds what it lacks, and holds every request and answer against GitHub's own description. What is not as
 * described, and secrets in what was sent, fail the clean-up.
 */
export async function startFront(cleanup: Cleanup, watch: SecretWatch): Promise<Front> {
  const contract = new ApiContract();
  const requests: string[] = [];
  const violations = new Set<string>();
  cleanup.add(async () => {
    if (violations.size > 0) throw new Error(`not as GitHub describes it:\n${[...violations].join('\n')}`);
  });
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  const url = await listenOnLoopback(cleanup, server);
  const front: Front = {
    url,
    requests,
    workflowTokens: new Set(),
    emulator: undefined,
    pulls: undefined,
    pushes: undefined,
  };
  return front;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    const text = body.toString('utf8');
    const { method = 'GET', url = '/', headers } = request;
    requests.push(`${method} ${url}`);
    watch.look(`${method} ${url} to GitHub`, `${url}\n${text}`);
    const answer = await answerTo(front, request, body);
    const found = contract.violations({
      method,
      url,
      requestType: headers['content-type'],
      requestBody: text,
      status: answer.status,
      answerType: answer.headers['content-type'],
      answerBody: answer.body.toString('utf8'),
    });
    for (const violation of found) violations.add(violation);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }
}

async function answerTo(front: Front, request: IncomingMessage, body: Buffer): Promise<PassedAnswer> {
  const { emulator, pulls, pushes } = front;
  if (!emulator || !pulls || !pushes) throw new Error('a request came before the emulator was started');
  const { method = 'GET', url = '/' } = request;
  const { pathname } = new URL(url, 'http://loopback');
  const token = /^(?:bearer|token) (.*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const isWorkflow = front.workflowTokens.has(token);
  if (method === 'GET' && pathname === '/user' && isWorkflow) return refusal(403, NOT_ACCESSIBLE);
  if (method === 'POST' && pathname === '/graphql' && isWorkflow) {
    return json(200, { data: { viewer: { login: WORKFLOW_LOGIN } } });
  }
  const commit = /\/commits\/([0-9a-f]{40})\/pulls$/.exec(pathname)?.[1];
  if (method === 'GET' && commit !== undefined) return json(200, await pulls.ofCommit(commit));
  if (/\/comments(?:\/\d+)?$/.test(pathname) && isTooLong(body)) {
    return refusal(422, `Validation Failed: Body is too long (maximum is ${COMMENT_LIMIT} characters)`);
  }
  const answer = await passOn(request, body, emulator, pushes.translated(url));
  if (answer.status === 403 && isWorkflow) return refusal(403, NOT_ACCESSIBLE);
  const { link, 'content-length': _length, ...headers } = answer.headers;
  return {
    status: answer.status,
    // A client that follows a link must come by here again.
    headers: typeof link === 'string' ? { ...headers, link: link.replaceAll(emulator, front.url) } : headers,
    body: withGoodAddresses(
      pushes.restored(
        method === 'GET' && answer.status === 200 ? completed(pulls, pathname, answer.body) : answer.body,
      ),
    ),
  };
}

/** The answer with what the emulator leaves out. */
function completed(pulls: PullRequests, pathname: string, body: Buffer): Buffer {
  const [, repository, number] = /^(\/repos\/[^/]+\/[^/]+)(?:\/pulls\/(\d+))?$/.exec(pathname) ?? [];
  if (repository === undefined) return body;
  const answer = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
  const counts = { network_count: 0, subscribers_count: 0 };
  const whole = number === undefined ? { ...answer, ...counts } : pulls.completed(Number(number), answer);
  return Buffer.from(JSON.stringify(whole));
}

/** GitHub encodes the brackets of an app's name in addresses; the emulator does not. */
function withGoodAddresses(body: Buffer): Buffer {
  const written = `/${WORKFLOW_LOGIN}`;
  if (!body.includes(written)) return body;
  return Buffer.from(body.toString('utf8').replaceAll(written, encodeURI(written)));
}

function isTooLong(body: Buffer): boolean {
  if (body.length <= COMMENT_LIMIT) return false;
  const text = (JSON.parse(body.toString('utf8')) as { body?: unknown }).body;
  return typeof text === 'string' && text.length > COMMENT_LIMIT;
}

function refusal(status: number, message: string): PassedAnswer {
  return json(status, { message, documentation_url: DOCUMENTATION, status: String(status) });
}

function json(status: number, data: unknown): PassedAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: Buffer.from(JSON.stringify(data)),
  };
}
