/** The commits of a pull request. The emulator has its own git store, which does not contain the commits of the repository under test. */
interface PullRequestCommits {
  head: string;
  merge?: string;
}

type JsonFields = Record<string, unknown>;

/** Adds the commits of the real repository to the emulator's pull requests. */
export class PullRequests {
  readonly #commits = new Map<number, PullRequestCommits>();
  readonly #url: string;
  readonly #token: string;

  /**
   * Accesses the pull requests of an emulated repository.
   * @param url URL of the repository on the emulator
   * @param token token of a user with full access
   */
  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  async open(title: string, head: string): Promise<number> {
    const branch = `change-${this.#commits.size + 1}`;
    const { number } = await this.#send<{ number: number }>('POST', 'pulls', { title, head: branch, base: 'main' });
    this.#commits.set(number, { head });
    return number;
  }

  /** Simulates a push to the pull request. */
  push(number: number, head: string): void {
    this.#of(number).head = head;
  }

  /** Merges the pull request. `commit` is the commit on the branch that results from the merge. */
  async merge(number: number, commit: string): Promise<void> {
    await this.#send('PUT', `pulls/${number}/merge`, {});
    this.#of(number).merge = commit;
  }

  /** Adds the real commits to a response that describes a pull request. */
  addRealCommits(number: number, response: JsonFields): JsonFields {
    const commits = this.#commits.get(number);
    if (!commits) return response;
    const { head, merge } = commits;
    return {
      ...response,
      head: { ...(response.head as JsonFields), sha: head },
      ...(merge ? { merge_commit_sha: merge } : {}),
    };
  }

  /** Returns the pull requests whose head or merge commit is this commit. */
  async listByCommit(commit: string): Promise<JsonFields[]> {
    const numbers = [...this.#commits].filter(([, { head, merge }]) => commit === head || commit === merge);
    return Promise.all(
      numbers.map(async ([number]) =>
        this.addRealCommits(number, await this.#send<JsonFields>('GET', `pulls/${number}`)),
      ),
    );
  }

  #of(number: number): PullRequestCommits {
    const commits = this.#commits.get(number);
    if (!commits) throw new Error(`pull request ${number} does not exist`);
    return commits;
  }

  async #send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.#url}/${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}`);
    return (await response.json()) as T;
  }
}
