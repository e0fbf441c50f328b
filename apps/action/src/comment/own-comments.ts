import type { GitHubPort, IssueComment, PullRequestRef } from './github-port.ts';
import { type Marker, readMarker } from './marker.ts';

/** The most that GitHub gives in one page. */
const PAGE_SIZE = 100;
/** Ends the search in any case: twenty thousand comments. */
const MAX_PAGES = 200;
/** Who writes with the token that a workflow is given. */
const WORKFLOW_LOGIN = 'github-actions[bot]';

/** A comment of ours. */
export interface OwnComment {
  readonly id: number;
  readonly body: string;
  readonly marker: Marker;
}

/**
 * The comments with such a marker that we have written, oldest first, from all pages. The marker alone proves nothing: whoever can comment can copy
 * it, so the author has to be the one whom the token speaks for.
 */
export async function findOwnComments(
  github: GitHubPort,
  { owner, repo, number }: PullRequestRef,
  isWanted: (marker: Marker) => boolean,
): Promise<OwnComment[]> {
  const found: (OwnComment & { user: IssueComment['user'] })[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const at = { owner, repo, issue_number: number, per_page: PAGE_SIZE, page };
    const { data } = await github.rest.issues.listComments(at);
    for (const { id, body = '', user } of data) {
      const marker = readMarker(body);
      if (marker && isWanted(marker)) found.push({ id, body, marker, user });
    }
    if (data.length < PAGE_SIZE) break;
  }
  if (found.length === 0) return [];
  const login = await fetchLogin(github);
  return found
    .filter(({ user }) => isWrittenBy(user, login))
    .map(({ id, body, marker }) => ({ id, body, marker }))
    .sort((a, b) => a.id - b.id);
}

/**
 * Whom the token speaks for. `GET /user` answers for a person's token alone: the workflow's own token and those of apps are refused with 403,
 * "Resource not accessible by integration". GraphQL's `viewer` answers for all of them, with `github-actions[bot]` for the workflow's. Where
 * even that is refused, the workflow's name is the best guess: another app's comment would then not be found, and never a stranger's.
 */
async function fetchLogin(github: GitHubPort): Promise<string> {
  try {
    return (await github.rest.users.getAuthenticated()).data.login;
  } catch {
    try {
      const answer = (await github.graphql('query { viewer { login } }')) as { viewer?: { login?: unknown } } | null;
      const login = answer?.viewer?.login;
      return typeof login === 'string' && login !== '' ? login : WORKFLOW_LOGIN;
    } catch {
      return WORKFLOW_LOGIN;
    }
  }
}

/** REST writes an app's name with `[bot]`; GraphQL may leave it out, and then only a bot can be meant. */
function isWrittenBy(user: IssueComment['user'], login: string): boolean {
  if (user === null) return false;
  return user.login === login || (user.type === 'Bot' && user.login === `${login}[bot]`);
}
