import { type Marker, readMarker } from '@context-sync/engine/comment/comment-marker';
import type { GitHubPort, IssueComment, PullRequestRef } from './github-port.ts';

/** Number of comments per page, which is GitHub's maximum. */
const PAGE_SIZE = 100;
/** Maximum number of pages, which limits the search to 20,000 comments. */
const MAX_PAGES = 200;
/** The login of the author of comments that are written with the workflow's token. */
const WORKFLOW_LOGIN = 'github-actions[bot]';

/** A comment that the action has written. */
export interface OwnComment {
  readonly id: number;
  readonly body: string;
  readonly marker: Marker;
}

/**
 * Finds the comments of this action whose marker `isWanted` accepts, oldest first. The author of a comment must be the owner of the token, because
 * anyone who can comment can copy a marker.
 */
export async function findOwnComments(
  github: GitHubPort,
  { owner, repo, number }: PullRequestRef,
  isWanted: (marker: Marker) => boolean,
): Promise<OwnComment[]> {
  const ownComments: (OwnComment & { user: IssueComment['user'] })[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const pageRequest = { owner, repo, issue_number: number, per_page: PAGE_SIZE, page };
    const { data } = await github.rest.issues.listComments(pageRequest);
    for (const { id, body = '', user } of data) {
      const marker = readMarker(body);
      if (marker && isWanted(marker)) ownComments.push({ id, body, marker, user });
    }
    if (data.length < PAGE_SIZE) break;
  }
  if (ownComments.length === 0) return [];
  const login = await fetchLogin(github);
  return ownComments
    .filter(({ user }) => isWrittenBy(user, login))
    .map(({ id, body, marker }) => ({ id, body, marker }))
    .sort((a, b) => a.id - b.id);
}

/**
 * Returns the login of the token's owner. `GET /user` works only for personal tokens: GitHub returns 403 for the workflow's token and for the tokens
 * of apps. GraphQL's `viewer` works for all tokens. If both requests fail, returns the workflow's login, so that comments of other authors never
 * match.
 */
async function fetchLogin(github: GitHubPort): Promise<string> {
  try {
    return (await github.rest.users.getAuthenticated()).data.login;
  } catch {
    try {
      const response = (await github.graphql('query { viewer { login } }')) as { viewer?: { login?: unknown } } | null;
      const login = response?.viewer?.login;
      return typeof login === 'string' && login !== '' ? login : WORKFLOW_LOGIN;
    } catch {
      return WORKFLOW_LOGIN;
    }
  }
}

/** Returns whether a user has this login. The REST API adds `[bot]` to the login of an app, but GraphQL may omit it. */
function isWrittenBy(user: IssueComment['user'], login: string): boolean {
  if (user === null) return false;
  return user.login === login || (user.type === 'Bot' && user.login === `${login}[bot]`);
}
