import type { GitRepository } from '../git/git-repository.ts';

/**
 * The branches of the real repository on the emulator, which has a git store of its own: each real commit is represented there by one that has
 * the same place in history. Requests and responses are translated between the two.
 */
export class Pushes {
  /** Ids of the emulator's commits by those of the real ones. */
  readonly #representatives = new Map<string, string>();
  readonly #url: string;
  readonly #token: string;
  #tree: string | undefined;

  /** @param url of the repository on the emulator @param token of a person who may do everything */
  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  /** Makes `commit` the head of the branch, whatever it was before, as a forced push does. */
  async push(repository: GitRepository, branch: string, commit: string): Promise<void> {
    const history = await repository.git('rev-list', '--topo-order', '--reverse', '--parents', commit);
    for (const line of history.split('\n')) {
      const [id = '', ...parents] = line.split(' ');
      if (!this.#representatives.has(id)) this.#representatives.set(id, await this.#represent(id, parents));
    }
    const sha = this.#of(await repository.git('rev-parse', `${commit}^{commit}`));
    const isMoved = (await this.#send('PATCH', `git/refs/heads/${branch}`, { sha, force: true })).ok;
    if (!isMoved) await this.#send('POST', 'git/refs', { ref: `refs/heads/${branch}`, sha });
  }

  /** A path of a request, with the emulator's ids. */
  translated(path: string): string {
    return path.replaceAll(/[0-9a-f]{40}/g, (id) => this.#representatives.get(id) ?? id);
  }

  /** The body of a response, with the real ids. */
  restored(body: Buffer): Buffer {
    if (this.#representatives.size === 0) return body;
    const real = new Map([...this.#representatives].map(([id, representative]) => [representative, id]));
    return Buffer.from(body.toString('utf8').replaceAll(/[0-9a-f]{40}/g, (id) => real.get(id) ?? id));
  }

  async #represent(id: string, parents: readonly string[]): Promise<string> {
    this.#tree ??= await this.#created('git/trees', {
      tree: [{ path: 'README.md', mode: '100644', type: 'blob', content: 'A repository under test.\n' }],
    });
    const body = { message: `Stands for ${id}`, tree: this.#tree, parents: parents.map((parent) => this.#of(parent)) };
    return this.#created('git/commits', body);
  }

  #of(id: string): string {
    const found = this.#representatives.get(id);
    if (found === undefined) throw new Error(`commit ${id} was not pushed`);
    return found;
  }

  async #created(path: string, body: unknown): Promise<string> {
    const response = await this.#send('POST', path, body);
    if (!response.ok) throw new Error(`POST ${path} was answered with ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { sha: string }).sha;
  }

  #send(method: string, path: string, body: unknown): Promise<Response> {
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' };
    return fetch(`${this.#url}/${path}`, { method, headers, body: JSON.stringify(body) });
  }
}
