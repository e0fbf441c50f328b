import { OpenapiError } from '@context-sync/openapi';
import { WorkerError } from '../../platform/parsing/worker-process.ts';
import type { AreaStore } from '../../platform/ports.ts';
import type { ReferenceOperation } from '../api-description/describe-reference.ts';
import type { Endpoints } from '../api-description/endpoint-matchers.ts';
import type { OpenapiDocuments } from '../api-description/openapi-documents.ts';
import type { ApiReference, ReferenceEntry } from '../api-description/reference-entries.ts';
import type { LastDescription } from '../api-description/store.ts';
import type { RecoveryPorts } from '../recovery/store.ts';
import { ByteCache } from './byte-cache.ts';
import type { NavigationNode } from './navigation.ts';
import type { Audience, PortalReader } from './portal-reader.ts';
import { formatHints } from './reference-hints.ts';
import { formatCode, formatOperation, formatText } from './reference-markdown.ts';
import type { DocsPage, DocsPageSummary } from './store.ts';

/** Path of the overview, and of the folder with the pages of operations. */
export const REFERENCE_PATH = 'reference';
/** Position of the API reference in the navigation: after the pages. */
const LAST_ORDER = 1_000_000;
const MAX_CACHED_OPERATIONS = 50_000;
/** Maximum number of operations of a reference whose operations are listed on one page. */
const MAX_LISTED = 120;
/** Maximum number of operations of a tag for which the navigation lists the operations. */
const MAX_IN_NAVIGATION = 40;
const MAX_TAGS_IN_NAVIGATION = 60;
const OTHER_TAG = 'Other operations';

/** A page of the reference. The overviews have no operation. */
export interface ReferencePage extends DocsPage {
  readonly operation?: ReferenceOperation | undefined;
}

/** The API reference, limited to the pages that a reader can see. */
export interface PublishedReference {
  /** Version that changes with the OpenAPI document. */
  readonly version: string;
  /** The pages without their texts, by their paths. */
  readonly pages: ReadonlyMap<string, DocsPageSummary>;
  readonly navigation: readonly NavigationNode[];
  /** Paths of the pages of operations, by method and route such as `GET /pets`. */
  readonly operationPaths: ReadonlyMap<string, string>;
  /** Returns a page with its text; undefined if the reference does not contain the page. */
  read(path: string): Promise<ReferencePage | undefined>;
}

/** Services that the API reference of a portal requires. */
export interface ReferenceServices {
  readonly store: AreaStore<RecoveryPorts>;
  readonly endpoints: Pick<Endpoints, 'getMatcher'>;
  readonly openapiDocuments: Pick<OpenapiDocuments, 'lookUpLast'>;
}

const NONE: PublishedReference = {
  version: '',
  pages: new Map(),
  navigation: [],
  operationPaths: new Map(),
  read: async () => undefined,
};

/** Creates the pages of API references. */
export class PortalReference {
  readonly #services: ReferenceServices;
  readonly #documents: ReferenceServices['openapiDocuments'];
  readonly #published = new ByteCache<PublishedReference>(MAX_CACHED_OPERATIONS);

  constructor(services: ReferenceServices) {
    this.#services = services;
    this.#documents = services.openapiDocuments;
  }

  /** Returns the part of the reference that the reader can see. */
  async list({ state, audience }: PortalReader): Promise<PublishedReference> {
    const { projectId, settings, description: last, hintsVersion } = state;
    if (audience === 'everyone' && !settings.publicReference) return NONE;
    if (!last) return NONE;
    const note = createNote(last, audience);
    const version = [last.sha256, settings.publicReference, hintsVersion, note].join(' ');
    const key = `${projectId} ${version}`;
    const knownReference = this.#published.get(key);
    if (knownReference) return knownReference;
    const reference = await this.#readReference(projectId);
    if (!reference || reference.entries.length === 0) return NONE;
    const published = this.#create({ projectId, version, last, note, reference, isPublic: settings.publicReference });
    this.#published.set(key, published, reference.entries.length + 1);
    return published;
  }

  async #readReference(projectId: string): Promise<ApiReference | undefined> {
    try {
      return await this.#documents.lookUpLast(projectId, 'reference', {});
    } catch (error) {
      // The other pages of the portal must work even if the OpenAPI document cannot be read.
      if (error instanceof OpenapiError || error instanceof WorkerError) return undefined;
      throw error;
    }
  }

  #create({
    projectId,
    version,
    last,
    note,
    reference,
    isPublic,
  }: {
    readonly projectId: string;
    readonly version: string;
    readonly last: LastDescription;
    readonly note: string;
    readonly reference: ApiReference;
    readonly isPublic: boolean;
  }): PublishedReference {
    const etag = `"${last.sha256.slice(0, 27)}"`;
    const sharedProperties = { order: LAST_ORDER, public: isPublic, updatedAt: last.updatedAt, source: null, etag };
    const groups = groupByTag(reference.entries);
    const lists = listLists(reference, groups, note);
    const summaries = new Map<string, DocsPageSummary>();
    const texts = new Map<string, string>();
    const operationPaths = new Map<string, string>();
    for (const { path, title, description, markdown } of lists) {
      texts.set(path, markdown);
      summaries.set(path, { path, title, description, ...sharedProperties });
    }
    for (const { key, title, method, path: route } of reference.entries) {
      const path = `${REFERENCE_PATH}/${key}`;
      const description = `${method} ${route}`.slice(0, 300);
      summaries.set(path, { path, title, description, ...sharedProperties });
      operationPaths.set(`${method} ${route}`, path);
    }
    return {
      version,
      pages: summaries,
      navigation: createNavigation(groups),
      operationPaths,
      read: async (path) => {
        const summary = summaries.get(path);
        if (!summary) return undefined;
        const text = texts.get(path);
        if (text !== undefined) return { ...summary, markdown: text };
        const operation = await this.#readOperation(projectId, path);
        if (!operation) return undefined;
        const hints = await this.#readHints(projectId, operation);
        return { ...summary, description: '', markdown: formatOperation(operation, note, hints), operation };
      },
    };
  }

  async #readHints(projectId: string, operation: ReferenceOperation): Promise<string> {
    const { store, endpoints } = this.#services;
    const hints = await store.hints.all(projectId);
    return hints.length === 0 ? '' : formatHints(operation, hints, await endpoints.getMatcher(projectId));
  }

  async #readOperation(projectId: string, path: string): Promise<ReferenceOperation | undefined> {
    const key = path.slice(REFERENCE_PATH.length + 1);
    return (await this.#documents.lookUpLast(projectId, 'referenceOperation', { key }))?.operation;
  }
}

/**
 * Returns a warning as Markdown if the reference is not of the newest document; empty if it is. Only members see why a document was refused, because the
 * reason can quote the document.
 */
function createNote(last: LastDescription, audience: Audience): string {
  const { removedAt, updatedAt, commit, rejection } = last;
  const notes = [];
  if (removedAt !== null) {
    notes.push(`The OpenAPI document of this API was deleted on ${removedAt.slice(0, 10)}. This is its last version.`);
  }
  if (rejection && audience === 'members') {
    const refused = describeOrigin(rejection.commit, rejection.at);
    const reason = formatText(rejection.reason);
    const shown = describeOrigin(commit, updatedAt);
    notes.push(
      `The OpenAPI document ${refused} could not be read: ${reason}. This is the reference of the document ${shown}.`,
    );
  }
  return notes.length === 0 ? '' : `> [!WARNING]\n> ${notes.join('\n>\n> ')}`;
}

function describeOrigin(commit: string | null, uploadedAt: string): string {
  return commit === null
    ? `that was uploaded on ${uploadedAt.slice(0, 10)}`
    : `of commit ${formatCode(commit.slice(0, 7))}`;
}

interface TagGroup {
  readonly tag: string;
  readonly entries: readonly ReferenceEntry[];
  /** Path of the page that lists the operations. */
  readonly path: string;
}

function groupByTag(entries: readonly ReferenceEntry[]): TagGroup[] {
  const takenSlugs = new Set<string>();
  return [...Map.groupBy(entries, ({ tags }) => tags[0] || OTHER_TAG)].map(([tag, own]) => {
    const slug =
      tag
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replaceAll(/^-+|-+$/g, '')
        .slice(0, 60) || 'tag';
    let chosenSlug = slug;
    for (let number = 2; takenSlugs.has(chosenSlug); number += 1) chosenSlug = `${slug}-${number}`;
    takenSlugs.add(chosenSlug);
    return { tag, entries: own, path: `${REFERENCE_PATH}/tags/${chosenSlug}` };
  });
}

interface ReferenceList {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly markdown: string;
}

/** Returns the overview page and, if there are many operations, one page for each tag, or several pages for a tag with many operations. */
function listLists(reference: ApiReference, groups: readonly TagGroup[], note: string): ReferenceList[] {
  const isShort = reference.entries.length <= MAX_LISTED;
  const name = formatText(`${reference.title} ${reference.version}`);
  const sections = isShort
    ? groups.flatMap(({ tag, entries }) => [`## ${formatText(tag)}`, entries.map(formatEntry).join('\n')])
    : [
        '## Operations',
        groups
          .slice(0, MAX_LISTED * 4)
          .map(
            ({ tag, entries, path }) =>
              `- [${formatText(tag)}](/${path}): ${entries.length} operation${entries.length === 1 ? '' : 's'}`,
          )
          .join('\n'),
      ];
  const overview = {
    path: REFERENCE_PATH,
    title: 'API reference',
    description: '',
    markdown: [note, name, reference.description.trim(), ...sections]
      .filter((part) => part !== '')
      .join('\n\n')
      .concat('\n'),
  };
  return isShort ? [overview] : [overview, ...groups.flatMap(listTagPages)];
}

function listTagPages({ tag, entries, path }: TagGroup): ReferenceList[] {
  const count = Math.ceil(entries.length / MAX_LISTED);
  return Array.from({ length: count }, (_, index) => {
    const next = index + 1 < count ? `\n\n[More operations](/${path}/${index + 2})` : '';
    return {
      path: index === 0 ? path : `${path}/${index + 1}`,
      title: count === 1 ? tag : `${tag}, part ${index + 1} of ${count}`,
      description: '',
      markdown: `${entries
        .slice(index * MAX_LISTED, (index + 1) * MAX_LISTED)
        .map(formatEntry)
        .join('\n')}${next}\n`,
    };
  });
}

function formatEntry({ key, method, path, title, deprecated }: ReferenceEntry): string {
  const link = `[${formatText(title)}](/${REFERENCE_PATH}/${key})`;
  return `- ${link}: ${formatCode(method)} ${formatCode(path)}${deprecated ? ' (deprecated)' : ''}`;
}

function createNavigation(groups: readonly TagGroup[]): NavigationNode[] {
  const listEntries = (entries: readonly ReferenceEntry[]): NavigationNode[] =>
    entries.map(({ key, title }) => ({ title, path: `${REFERENCE_PATH}/${key}`, items: [] }));
  const total = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  const items = groups.slice(0, MAX_TAGS_IN_NAVIGATION).map(({ tag, entries, path }) => ({
    title: tag,
    path: total > MAX_LISTED ? path : undefined,
    items: entries.length <= MAX_IN_NAVIGATION ? listEntries(entries) : [],
  }));
  const shown = items.filter((node) => node.path !== undefined || node.items.length > 0);
  return [{ title: 'API reference', path: REFERENCE_PATH, items: shown }];
}
