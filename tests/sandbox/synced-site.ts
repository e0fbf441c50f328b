import { type ActionResult, listItems, startService, type TestService } from '@context-sync/testkit';
import { expect } from 'vitest';
import { Sandbox } from './sandbox.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

/** The files to write by path; null deletes a file. */
export type Changes = Readonly<Record<string, string | null>>;

/** A repository that is synced to a service after each commit. */
export class SyncedSite {
  readonly sandbox: Sandbox;
  readonly service: TestService;
  readonly #inputs: Readonly<Record<string, string>>;
  #freshSyncs = 0;

  private constructor(sandbox: Sandbox, service: TestService, inputs: Readonly<Record<string, string>>) {
    this.sandbox = sandbox;
    this.service = service;
    this.#inputs = inputs;
  }

  static async create(files: Files, inputs: Readonly<Record<string, string>> = {}): Promise<SyncedSite> {
    const sandbox = await Sandbox.create(files);
    return new SyncedSite(sandbox, await startService(sandbox.cleanup), inputs);
  }

  async sync(inputs: Readonly<Record<string, string>> = {}): Promise<ActionResult> {
    return this.sandbox.run(this.service, { ...this.#inputs, ...inputs });
  }

  /** Commits the changes and syncs them. Checks that the result equals the result of a first sync of the same commit. */
  async push(changes: Changes): Promise<ActionResult> {
    await this.sandbox.repository.commit('Edit', changes);
    const result = await this.sync();
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await this.items()).toEqual(await this.freshItems());
    return result;
  }

  /** Returns the items by title, without the IDs that the service assigns. */
  async items(): Promise<[title: string, content: string][]> {
    return getItems(this.service);
  }

  /** Syncs the checked-out commit to a new service, and returns its items. */
  async freshItems(): Promise<[title: string, content: string][]> {
    const target = await startService(this.sandbox.cleanup);
    this.#freshSyncs += 1;
    const inputs = { ...this.#inputs, state: `ref:refs/context-sync/fresh-${this.#freshSyncs}` };
    expect(await this.sandbox.run(target, inputs)).toMatchObject({ exitCode: 0, stderr: '' });
    return getItems(target);
  }

  /** Returns the content of the item with the title. */
  async getContent(title: string): Promise<string | undefined> {
    return (await listItems(this.service)).find((item) => item.title === title)?.content;
  }
}

async function getItems(target: TestService): Promise<[title: string, content: string][]> {
  const items = await listItems(target);
  return items.map(({ title, content }): [string, string] => [title, content]).sort();
}
