import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Cleanup, listenOnLoopback } from '@context-sync/testkit';

/** A note in the form that GitLab documents for the notes of merge requests. */
export interface GitLabNote {
  readonly id: number;
  body: string;
  readonly author: { readonly id: number; readonly username: string };
  readonly system: boolean;
  readonly noteable_type: 'MergeRequest';
  readonly noteable_iid: number;
  readonly created_at: string;
}

/** A server that emulates the documented operations of GitLab: reading the user, and listing, creating and updating the notes of one merge request. */
export interface GitLabServer {
  readonly url: string;
  readonly token: string;
  readonly notes: GitLabNote[];
  readonly requests: string[];
  /** Status with which every write is rejected; undefined to accept writes. */
  refusal?: number;
  addNote(body: string, authorId: number, system?: boolean): GitLabNote;
}

const OWN_ID = 7;
const NOTES = /^\/projects\/42\/merge_requests\/3\/notes(?:\/(\d+))?$/;

export async function startGitLab(cleanup: Cleanup): Promise<GitLabServer> {
  const notes: GitLabNote[] = [];
  const requests: string[] = [];
  const token = 'glpat-0123456789abcdef';
  const addNote = (body: string, authorId: number, system = false): GitLabNote => {
    const author = { id: authorId, username: `user-${authorId}` };
    const addedNote: GitLabNote = {
      id: 300 + notes.length,
      body,
      author,
      system,
      noteable_type: 'MergeRequest',
      noteable_iid: 3,
      created_at: '2026-01-01T00:00:00Z',
    };
    notes.push(addedNote);
    return addedNote;
  };
  const respond = (response: ServerResponse, status: number, data: unknown, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(data));
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://gitlab');
    requests.push(`${request.method} ${pathname}`);
    if (request.headers['private-token'] !== token) return respond(response, 401, { message: '401 Unauthorized' });
    if (pathname === '/user') return respond(response, 200, { id: OWN_ID, username: 'project_42_bot' });
    const [, id] = NOTES.exec(pathname) ?? [];
    if (!NOTES.test(pathname)) return respond(response, 404, { message: '404 Not Found' });
    if (request.method === 'GET') {
      const [size, page] = [Number(searchParams.get('per_page') ?? 20), Number(searchParams.get('page') ?? 1)];
      const next = page * size < notes.length ? String(page + 1) : '';
      return respond(response, 200, notes.slice((page - 1) * size, page * size), { 'x-next-page': next });
    }
    if (server.refusal !== undefined) return respond(response, server.refusal, { message: 'refused' });
    const { body } = JSON.parse(await readBody(request)) as { body: string };
    if (request.method === 'POST') return respond(response, 201, addNote(body, OWN_ID));
    const existingNote = notes.find((each) => String(each.id) === id);
    if (!existingNote || existingNote.author.id !== OWN_ID) return respond(response, 403, { message: '403 Forbidden' });
    existingNote.body = body;
    return respond(response, 200, existingNote);
  };
  const url = await listenOnLoopback(
    cleanup,
    createServer((request, response) => void handle(request, response)),
  );
  const server: GitLabServer = { url, token, notes, requests, addNote };
  return server;
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  return text;
}
