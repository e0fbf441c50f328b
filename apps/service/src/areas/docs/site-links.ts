import type { AreaStore } from '../../platform/ports.ts';
import type { DataSourcePorts } from '../data-sources/store.ts';
import { ByteCache } from './byte-cache.ts';
import type { SiteLink } from './portal-frame.ts';

/** Time in milliseconds for which the links to sites of data sources are cached. */
const SITE_LINKS_MS = 60_000;
const MAX_SITE_LINKS = 4;

/** Finds the links to the websites of data sources. */
export class SiteLinks {
  readonly #store: AreaStore<DataSourcePorts>;
  readonly #known = new ByteCache<readonly SiteLink[]>(1_000);

  constructor(store: AreaStore<DataSourcePorts>) {
    this.#store = store;
  }

  /** Returns the links of a project, which are at most `SITE_LINKS_MS` old. */
  async list(projectId: string, now: number): Promise<readonly SiteLink[]> {
    const key = `${projectId} ${Math.floor(now / SITE_LINKS_MS)}`;
    const known = this.#known.get(key);
    if (known) return known;
    const { items } = await this.#store.dataSources.list(projectId, { limit: 100 });
    const urls = new Set(items.flatMap(({ siteUrl }) => siteUrl ?? []));
    const links = [...urls].slice(0, MAX_SITE_LINKS).map((url) => ({ url, label: new URL(url).host }));
    this.#known.set(key, links, 1);
    return links;
  }
}
