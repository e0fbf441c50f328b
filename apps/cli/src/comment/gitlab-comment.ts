import { isSameComment } from '@context-sync/engine/comment/comment-footer';
import { encodeKey, readMarker } from '@context-sync/engine/comment/comment-marker';
import type { RenderedComment } from '@context-sync/engine/comment/render-comment';
import { UserError } from '@context-sync/engine/problem/problem';
import { z } from 'zod';

/** Name of the environment variable with the GitLab token. The token of the CI job cannot write notes. */
const TOKEN_VARIABLE = 'GITLAB_TOKEN';
const TIMEOUT_MS = 30_000;
const NOTES_PER_PAGE = 100;
/** Maximum number of pages of notes. In a merge request with more notes, the comment is on one of the first pages. */
const MAX_PAGES = 50;

const user = z.object({ id: z.int() });
const note = z.object({ id: z.int(), body: z.string(), system: z.boolean(), author: user });
type Note = z.infer<typeof note>;

/** The merge request of a CI job. */
interface MergeRequest {
  readonly apiUrl: string;
  readonly notesPath: string;
  readonly token: string;
}

/** The result of publishing a comment. */
export type CommentResult = 'created' | 'updated' | 'unchanged' | 'not needed';

/**
 * Creates or updates the note with the plan on the merge request of a GitLab job. A plan without changes creates no note.
 * @throws UserError if the job has no merge request or no token, or if GitLab rejects a request
 */
export async function publishOnGitLab(comment: RenderedComment, env: NodeJS.ProcessEnv): Promise<CommentResult> {
  const mergeRequest = readMergeRequest(env);
  const existingNote = await findNote(mergeRequest, encodeKey(comment.key));
  const { body, isEmpty } = comment;
  if (existingNote) {
    if (isSameComment(existingNote.body, body)) return 'unchanged';
    await send(mergeRequest, 'PUT', `${mergeRequest.notesPath}/${existingNote.id}`, { body });
    return 'updated';
  }
  if (isEmpty) return 'not needed';
  await send(mergeRequest, 'POST', mergeRequest.notesPath, { body });
  return 'created';
}

function readMergeRequest(env: NodeJS.ProcessEnv): MergeRequest {
  const { CI_API_V4_URL: apiUrl = '', CI_MERGE_REQUEST_IID: number = '', [TOKEN_VARIABLE]: token = '' } = env;
  const project = env.CI_MERGE_REQUEST_PROJECT_ID ?? env.CI_PROJECT_ID ?? '';
  if (apiUrl === '' || project === '' || !/^\d+$/.test(number)) {
    throw createError(
      '--post',
      'gitlab requires a job of a merge request',
      'run the job for merge_request_event, or remove --post',
    );
  }
  if (token === '') {
    throw createError(
      TOKEN_VARIABLE,
      'is required to write a comment',
      'store a project access token with the scope api as a masked variable',
    );
  }
  return { apiUrl, token, notesPath: `/projects/${encodeURIComponent(project)}/merge_requests/${number}/notes` };
}

/** Returns the note of this program whose marker contains the key. Anyone can copy a marker, so the author must be the owner of the token. */
async function findNote(mergeRequest: MergeRequest, key: string): Promise<Note | undefined> {
  const { data } = await send(mergeRequest, 'GET', '/user');
  const currentUser = parse(user, data);
  let page = 1;
  while (page <= MAX_PAGES) {
    const path = `${mergeRequest.notesPath}?sort=asc&order_by=created_at&per_page=${NOTES_PER_PAGE}&page=${page}`;
    const response = await send(mergeRequest, 'GET', path);
    const notes = parse(z.array(note), response.data);
    const own = notes.find(
      ({ system, author, body }) => !system && author.id === currentUser.id && readMarker(body)?.key === key,
    );
    if (own) return own;
    const next = Number(response.nextPage);
    if (!(next > page)) return undefined;
    page = next;
  }
  return undefined;
}

async function send({ apiUrl, token }: MergeRequest, method: string, path: string, body?: unknown) {
  const request = `${method} ${path.replace(/\?.*$/, '')}`;
  let response: Response;
  try {
    response = await fetch(`${apiUrl}${path}`, {
      method,
      headers: { 'private-token': token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw createError('GitLab', `${request} failed: ${reason}`, 'check CI_API_V4_URL, and that the job can reach it');
  }
  if (!response.ok) throw createStatusError(request, response.status);
  const nextPage = response.headers.get('x-next-page') ?? '';
  return { data: (await response.json()) as unknown, nextPage };
}

function createStatusError(request: string, status: number): UserError {
  const isRefused = status === 401 || status === 403 || status === 404;
  return createError(
    isRefused ? TOKEN_VARIABLE : 'GitLab',
    `GitLab responded to ${request} with status ${status}`,
    isRefused
      ? 'use a project access token with the scope api and the role Reporter or higher'
      : 'run the job again later',
  );
}

function parse<T>(schema: z.ZodType<T>, data: unknown): T {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  throw createError(
    'GitLab',
    'the response does not have the documented form',
    'check that CI_API_V4_URL is the URL of the API',
  );
}

function createError(subject: string, problem: string, fix: string): UserError {
  return new UserError([{ subject, problem, fix }]);
}
