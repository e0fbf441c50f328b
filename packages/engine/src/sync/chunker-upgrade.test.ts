import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ALL_SHARDS, type DocumentRecord } from '@context-sync/sync';
import { Cleanup, GitRepository } from '@context-sync/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findDocs } from '../docs/find-docs.ts';
import { readDocsAtHead } from '../docs/read-docs.fixture.ts';
import { Git } from '../git/git.ts';
import type { Settings } from '../inputs/action-settings.ts';
import { parseInputs } from '../inputs/parse-inputs.ts';
import { getDefault } from '../inputs/setting-table.ts';
import { FolderStateStore } from '../state/folder-state-store.ts';
import { hashChunkConfig, hashSyncConfig } from './chunk-config-hash.ts';

/** Documents, and the states that the action wrote for them with earlier versions of the chunker. */
interface OlderStates {
  readonly docs: Readonly<Record<string, string>>;
  /** Files of the state, by the version of the chunker. */
  readonly states: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const { docs, states }: OlderStates = JSON.parse(
  readFileSync(new URL('fixtures/states-of-older-chunkers.json', import.meta.url), 'utf8'),
);
const ADDRESS = { repositoryUrl: 'https://github.com/octo-org/api/blob/main/', root: 'docs' };
const INPUTS: Readonly<Record<string, string>> = {
  'api-key': 'k',
  'base-url': 'https://api.example.com',
  project: 'octo-api',
  'github-token': 't',
  connect: 'false',
};
const SETTINGS = parseInputs((name) => INPUTS[name] ?? getDefault(name)).settings as Settings;

let cleanup: Cleanup;
let git: Git;

beforeEach(async () => {
  cleanup = new Cleanup();
  const repository = await GitRepository.create(cleanup);
  await repository.commit('Write the docs', docs);
  git = new Git(repository.path);
});
afterEach(() => cleanup.close());

async function readState(version: string) {
  const folder = await cleanup.folder('state');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'state-1.json'), JSON.stringify({ message: 'Synced', files: states[version] }));
  const snapshot = await new FolderStateStore(folder).read();
  if (snapshot === undefined) throw new Error('there is no state');
  return { meta: snapshot.meta, documents: await snapshot.documents([...ALL_SHARDS]) };
}

/** Reads the docs, which have not changed since the state was written. */
async function readUnchangedDocs(documents: ReadonlyMap<string, DocumentRecord>) {
  const foundTree = await findDocs(git, SETTINGS);
  if ('problem' in foundTree) throw new Error(foundTree.problem);
  const { documents: listed } = await foundTree.list();
  const chunkConfigHash = hashChunkConfig(SETTINGS, ADDRESS);
  const options = { targetSize: 2_500, address: ADDRESS, public: false, drafts: false, titlePrefix: '', secrets: {} };
  const read = await readDocsAtHead(git, listed, documents, { ...options, chunkConfigHash });
  return { listed: listed.map(({ path }) => path), read, chunkConfigHash };
}

it.each(Object.keys(states))(
  'every unchanged document is read again after a sync with version %s of the chunker',
  async (version) => {
    const { meta, documents } = await readState(version);
    const { listed, read, chunkConfigHash } = await readUnchangedDocs(documents);
    expect(listed).toHaveLength(Object.keys(docs).length);
    expect(read.wanted.documents.map(({ path }) => path).sort()).toEqual(listed.toSorted());
    expect([...read.wanted.unchanged]).toEqual([]);
    // The items are the same as after a first sync, regardless of the content of the state.
    const { read: first } = await readUnchangedDocs(new Map());
    expect(read.wanted.documents).toEqual(first.wanted.documents);
    // The run does not stop early, although the git tree of the docs is the same as at the last sync.
    expect(meta.synced?.settings).not.toBe(hashSyncConfig(SETTINGS, chunkConfigHash, 'main'));
  },
);

it('no unchanged document is read again after a sync with the current version of the chunker', async () => {
  const { documents } = await readState(Object.keys(states).at(-1) ?? '');
  const current = new Map(
    [...documents].map(([path, record]) => [path, { ...record, chunkConfigHash: hashChunkConfig(SETTINGS, ADDRESS) }]),
  );
  const { listed, read } = await readUnchangedDocs(current);
  expect([...read.wanted.unchanged].sort()).toEqual(listed.toSorted());
});
