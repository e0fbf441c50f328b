import type { ServiceStore } from '../../apps/service/src/areas.ts';
import { openStore } from '../../apps/service/src/open-store.ts';
import { createKey, hashKey } from '../../apps/service/src/platform/access/api-keys.ts';
import type { Database } from '../service/databases.ts';

export const SLUG = 'measured';
const EMAIL = 'ann@example.com';

export interface PortalProject {
  readonly store: ServiceStore;
  readonly id: string;
  /** Full API key of the owner. */
  readonly key: string;
}

/** Creates a project whose docs and API reference are public. */
export async function createPortalProject(database: Database): Promise<PortalProject> {
  const store = await openStore(database.url);
  await store.accounts.createUser(EMAIL);
  await store.accounts.createProject(SLUG, SLUG, EMAIL);
  const { id } = await store.accounts.projectBySlug(SLUG);
  const key = createKey();
  await store.accounts.createKey(EMAIL, { access: 'full', hash: hashKey(key) });
  const settings = { ...(await store.docs.settings(id)), published: true, publicReference: true };
  await store.transaction(({ docs }) => docs.putSettings(id, settings));
  return { store, id, key };
}

/** Returns a text in which a few words are frequent and most words are rare, as in natural language. */
export function createText(seed: number, words: number): string {
  let state = seed * 2_654_435_761;
  return Array.from({ length: words }, () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0;
    return `word${Math.floor((state / 2 ** 32) ** 3 * 20_000)}`;
  }).join(' ');
}
