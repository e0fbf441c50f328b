import type { Project } from '../../platform/access/accounts.ts';
import { SharedReads } from '../../platform/database/shared-reads.ts';
import type { Database } from '../../platform/database/store.ts';
import type { OpenapiDocuments } from '../api-description/openapi-documents.ts';
import type { LastDescription } from '../api-description/store.ts';
import type { RecoveryPorts } from '../recovery/store.ts';
import type { UseCasePorts } from '../use-cases/store.ts';
import { ByteCache } from './byte-cache.ts';
import { DEFAULT_SETTINGS, type DocsPorts, type PortalState } from './store.ts';

/** Maximum number of slugs whose projects are cached. */
const MAX_KNOWN_PROJECTS = 10_000;

/** The versions of everything that a portal shows in addition to its pages. */
interface ContentVersions {
  /** Version of the use cases; empty if there are none. */
  readonly useCasesVersion: string;
  /** The OpenAPI document that the API reference shows; undefined if the project never had one. */
  readonly description: LastDescription | undefined;
  /** Version of the recovery hints; empty if there are none. */
  readonly hintsVersion: string;
}

/** The settings of a portal and the versions of everything that it shows. */
export interface PortalSnapshot extends PortalState, ContentVersions {}

/** Services that are needed to read a snapshot. */
export interface SnapshotServices {
  readonly store: DocsPorts & UseCasePorts & RecoveryPorts & Pick<Database<unknown>, 'dataVersion'>;
  readonly openapiDocuments: Pick<OpenapiDocuments, 'last'>;
}

/**
 * Reads the settings and versions of portals. Every request reads them after it has arrived, before it receives anything from a cache, so that it
 * never shows content that was changed or unpublished before, by this or another process. Requests that arrive at the same time share one read.
 */
export class PortalSnapshots {
  readonly #services: SnapshotServices;
  /** Ids of projects by slug, so that the settings and the versions are read at the same time. */
  readonly #projectIds = new ByteCache<string>(MAX_KNOWN_PROJECTS);
  readonly #reads = new SharedReads(
    (slug) => this.#read(slug),
    () => this.#services.store.dataVersion(),
  );

  constructor(services: SnapshotServices) {
    this.#services = services;
  }

  /** Returns the snapshot of a project's portal; undefined if the project does not exist, is closed or has no docs. */
  read(slug: string): Promise<PortalSnapshot | undefined> {
    return this.#reads.read(slug);
  }

  /** Returns the snapshot of an existing project. If it has no docs, nothing is published. */
  async readOf({ id, slug, name }: Pick<Project, 'id' | 'slug' | 'name'>): Promise<PortalSnapshot> {
    const snapshot = await this.read(slug);
    if (snapshot) return snapshot;
    const unpublished = { projectId: id, projectName: name, settings: DEFAULT_SETTINGS, version: 0, updatedAt: '' };
    return { ...unpublished, ...(await this.#readVersions(id)) };
  }

  async #read(slug: string): Promise<PortalSnapshot | undefined> {
    const knownId = this.#projectIds.get(slug);
    const [state, knownVersions] = await Promise.all([
      this.#services.store.docs.portal(slug),
      knownId === undefined ? undefined : this.#readVersions(knownId),
    ]);
    if (!state) return undefined;
    this.#projectIds.set(slug, state.projectId, 1);
    // The slug may belong to another project now.
    const isCurrent = knownVersions !== undefined && knownId === state.projectId;
    return { ...state, ...(isCurrent ? knownVersions : await this.#readVersions(state.projectId)) };
  }

  async #readVersions(projectId: string): Promise<ContentVersions> {
    const { store, openapiDocuments } = this.#services;
    const [useCasesVersion, description, hintsVersion] = await Promise.all([
      store.useCases.version(projectId),
      openapiDocuments.last(projectId),
      store.hints.version(projectId),
    ]);
    return { useCasesVersion, description, hintsVersion };
  }
}
