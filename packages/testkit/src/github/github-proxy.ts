import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type ForwardedResponse, forwardRequest } from '../faults/forward-request.ts';
import type { Cleanup } from '../process/cleanup.ts';
import { listenOnLoopback } from '../process/listen-on-loopback.ts';
import type { SecretWatch } from '../process/secret-watch.ts';
import { ApiContract } from './api-contract.ts';
import { WORKFLOW_LOGIN } from './github-app.ts';
import type { TranslatedPushes } from './github-pushes.ts';
import type { PullRequests } from './pull-requests.ts';

/** The proxy in front of the emulator. Its properties are set before the first request. */
export interface GitHubProxy {
  readonly url: string;
  readonly requests: readonly string[];
  /** Tokens of workflows. */
  readonly workflowTokens: Set<string>;
  /** URL of the emulator; undefined until it has started. */
  emulator: string | undefined;
  pulls: PullRequests | undefined;
  pushes: TranslatedPushes | undefined;
}

/** Maximum length of a comment, because GitHub rejects longer ones. */
const MAX_COMMENT_CHARS = 65_536;
const NOT_ACCESSIBLE = 'Resource not accessible by integration';
const DOCUMENTATION = 'https://docs.github.com/rest';

/** The contract is created once per process, because it compiles GitHub's schemas when they are first used. */
let contract: ApiContract | undefined;

/**
 * Starts the proxy. It adds features that the emulator lacks, and validates every request and response against GitHub's own OpenAPI document. The
 * clean-up fails if it finds violations, or secrets in requests.
 */
export async function startGitHubProxy(cleanup: Cleanup, watch: SecretWatch): Promise<GitHubProxy> {
  contract ??= new ApiContract();
  const validator = contract;
  const requests: string[] = [];
  const violations = new Set<string>();
  cleanup.add(async () => {
    if (violations.size > 0) throw new Error(`violations of GitHub's OpenAPI document:\n${[...violations].join('\n')}`);
  });
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  const url = await listenOnLoopback(cleanup, server);
  const proxy: GitHubProxy = {
    url,
    requests,
    workflowTokens: new Set(),
    emulator: undefined,
    pulls: undefined,
    pushes: undefined,
  };
  return proxy;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    const text = body.toString('utf8');
    const { method = 'GET', url = '/', headers } = request;
    requests.push(`${method} ${url}`);
    watch.look(`${method} ${url} to GitHub`, `${url}\n${text}`);
    const proxyResponse = await respondTo(proxy, request, body);
    const requestViolations = validator.violations({
      method,
      url,
      requestType: headers['content-type'],
      requestBody: text,
      status: proxyResponse.status,
      responseType: proxyResponse.headers['content-type'],
      responseBody: proxyResponse.body.toString('utf8'),
    });
    for (const violation of requestViolations) violations.add(violation);
    response.writeHead(proxyResponse.status, proxyResponse.headers).end(proxyResponse.body);
  }
}

async function respondTo(proxy: GitHubProxy, request: IncomingMessage, body: Buffer): Promise<ForwardedResponse> {
  const { emulator, pulls, pushes } = proxy;
  if (!emulator || !pulls || !pushes) throw new Error('a request arrived before the emulator had started');
  const { method = 'GET', url = '/' } = request;
  const { pathname } = new URL(url, 'http://loopback');
  const token = /^(?:bearer|token) (.*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const isWorkflow = proxy.workflowTokens.has(token);
  if (method === 'GET' && pathname === '/user' && isWorkflow) return createErrorResponse(403, NOT_ACCESSIBLE);
  if (method === 'POST' && pathname === '/graphql' && isWorkflow) {
    return createJsonResponse(200, { data: { viewer: { login: WORKFLOW_LOGIN } } });
  }
  const commit = /\/commits\/([0-9a-f]{40})\/pulls$/.exec(pathname)?.[1];
  if (method === 'GET' && commit !== undefined) return createJsonResponse(200, await pulls.listByCommit(commit));
  if (/\/comments(?:\/\d+)?$/.test(pathname) && isTooLong(body)) {
    return createErrorResponse(422, `Validation Failed: Body is too long (maximum is ${MAX_COMMENT_CHARS} characters)`);
  }
  const upstreamResponse = await forwardRequest(request, body, emulator, pushes.translatePath(url));
  if (upstreamResponse.status === 403 && isWorkflow) return createErrorResponse(403, NOT_ACCESSIBLE);
  const { link, 'content-length': _length, ...headers } = upstreamResponse.headers;
  return {
    status: upstreamResponse.status,
    // Links must refer to the proxy, so that a client that follows them uses the proxy again.
    headers: typeof link === 'string' ? { ...headers, link: link.replaceAll(emulator, proxy.url) } : headers,
    body: encodeBotName(
      pushes.restoreBody(
        method === 'GET' && upstreamResponse.status === 200
          ? addMissingProperties(pulls, pathname, upstreamResponse.body)
          : upstreamResponse.body,
      ),
    ),
  };
}

/** Adds properties that the emulator omits. */
function addMissingProperties(pulls: PullRequests, pathname: string, body: Buffer): Buffer {
  const [, repository, number] = /^(\/repos\/[^/]+\/[^/]+)(?:\/pulls\/(\d+))?$/.exec(pathname) ?? [];
  if (repository === undefined) return body;
  const responseObject = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
  const counts = { network_count: 0, subscribers_count: 0 };
  const completeObject =
    number === undefined ? { ...responseObject, ...counts } : pulls.addRealCommits(Number(number), responseObject);
  return Buffer.from(JSON.stringify(completeObject));
}

/** Encodes the brackets of an app's name in URLs. GitHub encodes them, but the emulator does not. */
function encodeBotName(body: Buffer): Buffer {
  const encodedName = `/${WORKFLOW_LOGIN}`;
  if (!body.includes(encodedName)) return body;
  return Buffer.from(body.toString('utf8').replaceAll(encodedName, encodeURI(encodedName)));
}

function isTooLong(body: Buffer): boolean {
  if (body.length <= MAX_COMMENT_CHARS) return false;
  const text = (JSON.parse(body.toString('utf8')) as { body?: unknown }).body;
  return typeof text === 'string' && text.length > MAX_COMMENT_CHARS;
}

function createErrorResponse(status: number, message: string): ForwardedResponse {
  return createJsonResponse(status, { message, documentation_url: DOCUMENTATION, status: String(status) });
}

function createJsonResponse(status: number, data: unknown): ForwardedResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: Buffer.from(JSON.stringify(data)),
  };
}
