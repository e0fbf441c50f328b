/** Commits of a pull request: the emulator has a git store of its own, and does not know those of the repository under test. */
interface Commits {
  head: string;
  merge?: string;
}

type Fields = Record<string, unknown>;

/** What the emulator does not know of pull requests: the commits of the real repository, and which of them belong to which. */
export class PullRequests {
  readonly #commits = new Map<number, Commits>();
  readonly #url: string;
  readonly #token: string;

  /** @param url of the repository on the emulator @param token of a person who may do everything */
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

  /** Somebody has pushed to the pull request. */
  push(number: number, head: string): void {
    this.#of(number).head = head;
  }

  /** Merges it; `commit` is what has become of it on the branch. */
  async merge(number: number, commit: string): Promise<void> {
    await this.#send('PUT', `pulls/${number}/merge`, {});
    this.#of(number).merge = commit;
  }

  /** The answer for one pull request, with the commits that are its own. */
  completed(number: number, answer: Fields): Fields {
    const commits = this.#commits.get(number);
    if (!commits) return answer;
    const { head, merge } = commits;
    return {
      ...answer,
      head: { ...(answer.head as Fields), sha: head },
      ...(merge ? { merge_commit_sha: merge } : {}),
    };
  }

  /** The pull requests that a commit belongs to, or has come of. */
  async ofCommit(commit: string): Promise<Fields[]> {
    const numbers = [...this.#commits].filter(([, { head, merge }]) => commit === head || commit === merge);
    return Promise.all(
      numbers.map(async ([number]) => this.completed(number, await this.#send<Fields>('GET', `pulls/${number}`))),
    );
  }

  #of(number: number): Commits {
    const commits = this.#commits.get(number);
    if (!commits) throw new Error(`there is no pull request ${number}`);
    return commits;
  }

  async #send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.#url}/${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}`);
    return (await response.json()) as T;
  }
}
