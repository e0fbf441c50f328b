import type { GitRepository } from '../git/git-repository.ts';

/**
 * Maps branches of the real repository to the emulator, which has its own git store. A commit with the same position in the history represents each
 * real commit. Requests and responses are translated in both directions.
 */
export class TranslatedPushes {
  /** Ids of the emulator's commits, by the id of the real commit. */
  readonly #representatives = new Map<string, string>();
  readonly #url: string;
  readonly #token: string;
  #tree: string | undefined;

  /**
   * Maps pushes to an emulated repository.
   * @param url URL of the repository on the emulator
   * @param token token of a user with full access
   */
  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  /** Makes `commit` the head of the branch, in the same way as a forced push. */
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

  /** Replaces real commit ids in the path of a request with those of the emulator. */
  translatePath(path: string): string {
    return path.replaceAll(/[0-9a-f]{40}/g, (id) => this.#representatives.get(id) ?? id);
  }

  /** Replaces commit ids of the emulator in the body of a response with the real ones. */
  restoreBody(body: Buffer): Buffer {
    if (this.#representatives.size === 0) return body;
    const idByRepresentative = new Map([...this.#representatives].map(([id, representative]) => [representative, id]));
    return Buffer.from(body.toString('utf8').replaceAll(/[0-9a-f]{40}/g, (id) => idByRepresentative.get(id) ?? id));
  }

  async #represent(id: string, parents: readonly string[]): Promise<string> {
    this.#tree ??= await this.#created('git/trees', {
      tree: [{ path: 'README.md', mode: '100644', type: 'blob', content: 'A repository under test.\n' }],
    });
    const body = { message: `Represents ${id}`, tree: this.#tree, parents: parents.map((parent) => this.#of(parent)) };
    return this.#created('git/commits', body);
  }

  #of(id: string): string {
    const knownPush = this.#representatives.get(id);
    if (knownPush === undefined) throw new Error(`commit ${id} was not pushed`);
    return knownPush;
  }

  async #created(path: string, body: unknown): Promise<string> {
    const response = await this.#send('POST', path, body);
    if (!response.ok) throw new Error(`POST ${path} returned ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { sha: string }).sha;
  }

  #send(method: string, path: string, body: unknown): Promise<Response> {
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' };
    return fetch(`${this.#url}/${path}`, { method, headers, body: JSON.stringify(body) });
  }
}
