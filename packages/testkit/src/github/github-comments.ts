/** A comment in the form in which GitHub stores it. */
export interface GitHubComment {
  readonly id: number;
  readonly author: string;
  readonly body: string;
}

const PAGE_SIZE = 100;

/** Returns all comments on an issue or pull request. @param repository URL of the repository on the emulator */
export async function listAllComments(repository: string, token: string, number: number): Promise<GitHubComment[]> {
  const comments: GitHubComment[] = [];
  for (let page = 1; ; page += 1) {
    const url = `${repository}/issues/${number}/comments?per_page=${PAGE_SIZE}&page=${page}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`could not read the comments: ${response.status}`);
    const pageOfComments = (await response.json()) as { id: number; user: { login: string }; body: string }[];
    comments.push(...pageOfComments.map(({ id, user, body }) => ({ id, author: user.login, body })));
    if (pageOfComments.length < PAGE_SIZE) return comments.sort((a, b) => a.id - b.id);
  }
}

export async function writeComments(
  repository: string,
  token: string,
  number: number,
  bodies: readonly string[],
): Promise<void> {
  for (const body of bodies) {
    const response = await fetch(`${repository}/issues/${number}/comments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ body }),
    });
    if (!response.ok) throw new Error(`the comment was rejected: ${response.status}`);
  }
}
