import { createServer, type ServerResponse } from 'node:http';
import { type Cleanup, listenOnLoopback } from '@context-sync/testkit';

export interface StoredComment {
  readonly id: number;
  body: string;
  readonly user: { readonly login: string; readonly type: string };
}

/** A fault that replaces the normal response. `lost` means that the request succeeds but the connection breaks before the response. */
export type Trouble =
  | { readonly status: number; readonly message?: string; readonly headers?: Record<string, string> }
  | 'lost';

export interface CommentsServer {
  readonly url: string;
  readonly comments: StoredComment[];
  /** All requests in the form `METHOD path`. */
  readonly requests: string[];
  /** Returns the fault for a request; undefined for a normal response. */
  trouble: (request: string) => Trouble | undefined;
  /** The login of the user or app that the token belongs to. */
  login: string;
  /** Whether `GET /user` succeeds, which is true only for a personal token. */
  isPerson: boolean;
  pulls: readonly unknown[];
  head: string;
}

/**
 * Emulates GitHub's comments API for one pull request, with pages of up to 100 comments and ascending IDs. `GET /user` fails for a workflow's token.
 */
export async function startCommentsServer(cleanup: Cleanup): Promise<CommentsServer> {
  let nextId = 1_000;
  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const text = Buffer.concat(parts).toString('utf8');
      const body = text === '' ? {} : (JSON.parse(text) as { body?: string });
      const { method = 'GET', url = '/' } = request;
      const { pathname, searchParams } = new URL(url, 'http://localhost');
      state.requests.push(`${method} ${pathname}`);
      const trouble = state.trouble(`${method} ${pathname}`);
      if (trouble !== undefined && trouble !== 'lost') {
        respond(response, trouble.status, { message: trouble.message ?? 'Trouble' }, trouble.headers);
        return;
      }
      const [status, data] = carryOut(method, pathname, searchParams, body.body ?? '');
      if (trouble === 'lost') response.destroy();
      else respond(response, status, data);
    })();
  });
  const url = await listenOnLoopback(cleanup, server);
  const state: CommentsServer = {
    url,
    comments: [],
    requests: [],
    trouble: () => undefined,
    login: 'github-actions[bot]',
    isPerson: false,
    pulls: [],
    head: 'head',
  };
  return state;

  function carryOut(method: string, path: string, query: URLSearchParams, body: string): [number, unknown] {
    const id = Number(path.split('/').at(-1));
    const index = state.comments.findIndex((comment) => comment.id === id);
    if (path === '/user') {
      return state.isPerson
        ? [200, { login: state.login }]
        : [403, { message: 'Resource not accessible by integration' }];
    }
    if (path === '/graphql') return [200, { data: { viewer: { login: state.login } } }];
    if (path.endsWith('/pulls')) return [200, state.pulls];
    if (/\/pulls\/\d+$/.test(path)) return [200, { number: id, head: { sha: state.head } }];
    if (path.endsWith('/comments') && method === 'GET') {
      const [size, page] = [Number(query.get('per_page') ?? 30), Number(query.get('page') ?? 1)];
      return [200, state.comments.slice((page - 1) * size, page * size)];
    }
    if (path.endsWith('/comments') && method === 'POST') {
      const comment = { id: nextId, body, user: { login: state.login, type: state.isPerson ? 'User' : 'Bot' } };
      nextId += 1;
      state.comments.push(comment);
      return [201, comment];
    }
    if (index < 0) return [404, { message: 'Not Found' }];
    if (method === 'DELETE') {
      state.comments.splice(index, 1);
      return [204, undefined];
    }
    const comment = state.comments[index];
    if (comment) comment.body = body;
    return [200, comment];
  }
}

function respond(response: ServerResponse, status: number, data: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(data === undefined ? '' : JSON.stringify(data));
}
