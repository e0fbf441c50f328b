import type { GitHub } from './github.ts';
import { type ParsedState, readStateFiles } from './state-format.ts';

/** A commit of the state ref with the state that it contains. */
export interface StateCommit {
  readonly id: string;
  readonly message: string;
  readonly parent: string | undefined;
  readonly state: ParsedState;
}

interface GitCommit {
  readonly sha: string;
  readonly message: string;
  readonly tree: { readonly sha: string };
  readonly parents: readonly { readonly sha: string }[];
}

interface GitTree {
  readonly tree: readonly { readonly path: string; readonly type: string; readonly sha: string }[];
  readonly truncated: boolean;
}

/** Reads every state in the history of a ref. Each state is read only once. */
export class StateHistory {
  readonly #github: GitHub;
  readonly #ref: string;
  readonly #commits = new Map<string, StateCommit>();
  readonly #blobs = new Map<string, string>();

  /** Reads the history of one ref. @param ref name of the ref without the leading `refs/` */
  constructor(github: GitHub, ref: string) {
    this.#github = github;
    this.#ref = ref;
  }

  /**
   * Returns the commits of the ref, newest first. Empty if the ref does not exist.
   * @throws Error if a commit is invalid or does not continue the previous one
   */
  async read(): Promise<StateCommit[]> {
    const ref = await this.#get<{ object: { sha: string } }>(`ref/${this.#ref}`);
    const commits: StateCommit[] = [];
    for (let id = ref?.object.sha; id !== undefined; id = commits.at(-1)?.parent) commits.push(await this.#commit(id));
    for (const [at, { id, parent, state }] of commits.entries()) {
      const previousState = commits[at + 1]?.state;
      if (!previousState) continue;
      if (state.lineage !== previousState.lineage) throw new Error(`${id} and ${parent} have different lineages`);
      if (state.revision !== previousState.revision + 1) {
        throw new Error(`${id} has revision ${state.revision}, after ${previousState.revision} in ${parent}`);
      }
    }
    return commits;
  }

  async #commit(id: string): Promise<StateCommit> {
    const storedCommit = this.#commits.get(id);
    if (storedCommit) return storedCommit;
    const { message, tree, parents } = await this.#require<GitCommit>(`commits/${id}`);
    if (parents.length > 1) throw new Error(`${id} has ${parents.length} parents`);
    const { tree: entries, truncated } = await this.#require<GitTree>(`trees/${tree.sha}?recursive=1`);
    if (truncated) throw new Error(`the tree of ${id} is truncated`);
    const files = new Map<string, string>();
    for (const { path, type, sha } of entries) if (type !== 'tree') files.set(path, await this.#blob(sha));
    const commit = { id, message, parent: parents[0]?.sha, state: getState(id, files) };
    this.#commits.set(id, commit);
    return commit;
  }

  async #blob(sha: string): Promise<string> {
    const storedBlob = this.#blobs.get(sha);
    if (storedBlob !== undefined) return storedBlob;
    const { content } = await this.#require<{ content: string }>(`blobs/${sha}`);
    const text = Buffer.from(content, 'base64').toString('utf8');
    this.#blobs.set(sha, text);
    return text;
  }

  async #require<T>(path: string): Promise<T> {
    const responseBody = await this.#get<T>(path);
    if (responseBody === undefined) throw new Error(`refs/${this.#ref} refers to ${path}, which does not exist`);
    return responseBody;
  }

  async #get<T>(path: string): Promise<T | undefined> {
    const { apiUrl, owner, repo, token } = this.#github;
    const response = await fetch(`${apiUrl}/repos/${owner}/${repo}/git/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (response.status === 404) return undefined;
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }
}

function getState(id: string, files: ReadonlyMap<string, string>): ParsedState {
  try {
    return readStateFiles(files);
  } catch (cause) {
    throw new Error(`${id} contains an invalid state: ${cause instanceof Error ? cause.message : ''}`, {
      cause,
    });
  }
}
