import type { CommandInput } from '../options/command-definition.ts';
import { ItemIndex } from '../search/item-index.ts';
import { openWorkspace, readSourceDocs, type Workspace } from '../workspace/open-workspace.ts';
import { readSkills, type Skill } from './read-skills.ts';

/** The served data: the items of each project, and the skills of the repository. */
export interface ServedDocs {
  readonly commit: string;
  readonly indexes: ReadonlyMap<string, ItemIndex>;
  readonly skills: readonly Skill[];
}

/**
 * The docs of the working tree, which are read again when files have changed. A snapshot of the working tree has the same commit ID as long as no file
 * has changed, so neither a watcher nor modification times are needed.
 */
export class LiveDocs {
  readonly #input: CommandInput;
  #docs: ServedDocs | undefined;
  #pending: Promise<ServedDocs> | undefined;

  constructor(input: CommandInput) {
    this.#input = input;
  }

  /** Returns the current docs. Concurrent calls share one read. If the files cannot be read at the moment, returns the docs from the last successful read. */
  read(): Promise<ServedDocs> {
    this.#pending ??= this.#refresh().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #refresh(): Promise<ServedDocs> {
    try {
      const workspace = await openWorkspace(this.#input);
      try {
        if (this.#docs?.commit !== workspace.snapshot.commit) this.#docs = await readServedDocs(workspace);
        return this.#docs;
      } finally {
        await workspace.snapshot.remove();
      }
    } catch (error) {
      if (!this.#docs) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      this.#input.terminal.log(
        `Warning: the docs could not be read again, so the previous version is still served: ${reason}`,
      );
      return this.#docs;
    }
  }
}

async function readServedDocs(workspace: Workspace): Promise<ServedDocs> {
  const sources = await readSourceDocs(workspace);
  return {
    commit: workspace.snapshot.commit,
    indexes: new Map(sources.map((source) => [source.settings.project, new ItemIndex(source)])),
    skills: await readSkills(workspace.snapshot.git),
  };
}
