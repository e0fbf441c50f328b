import {
  type DocsExtensions,
  type DocsNavigationEntry,
  type DocsPageLine,
  InvalidRequestError,
  NetworkError,
  type RemoteDocsSettings,
  type RemotePage,
} from '@context-sync/core';
import { hashParts } from '../fingerprint.ts';
import { computeSha256 } from './reconcile-portal.ts';

/**
 * The outcome of a request. `late`: the client loses the connection, and the request is executed when `arrive` is called. The engine cannot
 * distinguish a lost request from a lost response and from a late request.
 */
export type PortalFate = 'completed' | 'lost-before' | 'lost-after' | 'late';

interface StoredPage extends Omit<RemotePage, 'etag'> {
  /** Whether a person has created this version. */
  readonly isByPeople: boolean;
}

interface StoredFile {
  readonly sha256: string;
  readonly isByPeople: boolean;
}

/** An in-memory docs portal that executes writes as the service does: batches all or none, and only for the expected versions. */
export class FakePortal {
  readonly pages = new Map<string, StoredPage>();
  readonly files = new Map<string, StoredFile>();
  /** The current paths of moved pages by former path; null for deleted pages. */
  readonly former = new Map<string, string | null>();
  settings: { title: string | null; navigation: DocsNavigationEntry[] | null; published: boolean } = {
    title: null,
    navigation: null,
    published: false,
  };
  /** Descriptions of the rules that the engine has violated. */
  readonly violations: string[] = [];
  fate: () => PortalFate = () => 'completed';
  beforeRequest: () => void = () => undefined;
  pause: () => Promise<void> = async () => undefined;
  /** Writes that were executed. */
  writes: string[] = [];
  requests = 0;
  /** Returns whether the portal rejects a line of a batch. */
  rejects: (line: DocsPageLine) => boolean = () => false;
  /** Whether the portal rejects every title. */
  rejectsTitles = false;
  /** Returns the error with which the portal refuses a batch of this many pages. */
  refuses: (pages: number) => Error | undefined = () => undefined;
  #late: (() => void)[] = [];
  #isArriving = false;
  /** Whether the navigation comes from a late request, so that it can be older than the pages. The next run replaces it. */
  #isNavigationLate = false;
  readonly #keys = new Map<string, { readonly pages: { path: string; etag: string }[]; readonly warnings: never[] }>();

  /** Stores a page as a person does. */
  edit(path: string, markdown: string): void {
    const { isByPeople: _people, ...page } = this.pages.get(path) ?? {
      path,
      title: 'By a person',
      description: '',
      public: true,
      order: 0,
      source: null,
    };
    this.pages.set(path, { ...page, markdown, isByPeople: true });
    this.former.delete(path);
  }

  /** Executes the late requests. */
  arrive(): void {
    const lateWrites = this.#late;
    this.#late = [];
    this.#isArriving = true;
    for (const act of lateWrites) {
      try {
        act();
      } catch (error) {
        if (!(error instanceof InvalidRequestError)) throw error;
      }
    }
    this.#isArriving = false;
  }

  readonly docs: DocsExtensions = {
    getDocsSettings: () => this.#send('GET settings', () => ({ ...this.settings, etag: this.#getSettingsTag() })),
    putDocsSettings: (_slug, { etag, ...settings }) =>
      this.#send('PUT settings', () => {
        if (etag !== this.#getSettingsTag()) throw createChangedError();
        if (this.rejectsTitles && settings.title !== this.settings.title)
          throw createInvalidError('the title is invalid');
        if (settings.published !== this.settings.published) this.violations.push('published was changed');
        this.settings = settings as unknown as typeof this.settings & RemoteDocsSettings;
        this.#onWrite('settings');
      }),
    listDocsPages: (_slug) => this.#list('GET pages', () => [...this.pages.values()].map(withEtag)),
    getDocsPage: (_slug, path) =>
      this.#send(`GET ${path}`, () => {
        const page = this.pages.get(path);
        return page && withEtag(page);
      }),
    putDocsPages: (_slug, lines, { idempotencyKey }) =>
      this.#send('POST batch', () => {
        const knownResult = this.#keys.get(idempotencyKey);
        if (knownResult) return knownResult;
        const result = this.#applyBatch(lines);
        this.#keys.set(idempotencyKey, result);
        return result;
      }),
    listDocsFiles: () => this.#list('GET files', () => [...this.files].map(([path, { sha256 }]) => ({ path, sha256 }))),
    putDocsFile: (_slug, path, bytes, expected) =>
      this.#send(`PUT file ${path}`, () => {
        const sha256 = computeSha256(bytes);
        const current = this.files.get(path);
        if (current?.sha256 === sha256) return;
        if ((current?.sha256 ?? null) !== expected) throw createChangedError();
        if (current?.isByPeople) this.violations.push(`file ${path} of a person was replaced`);
        this.files.set(path, { sha256, isByPeople: false });
        this.#onWrite(`put file ${path}`);
      }),
    deleteDocsFile: (_slug, path, expected) =>
      this.#send(`DELETE file ${path}`, () => {
        const current = this.files.get(path);
        if (!current) return;
        if (current.sha256 !== expected) throw createChangedError();
        if (current.isByPeople) this.violations.push(`file ${path} of a person was deleted`);
        this.files.delete(path);
        this.#onWrite(`delete file ${path}`);
      }),
  };

  #applyBatch(lines: readonly DocsPageLine[]) {
    const refusal = this.refuses(lines.length);
    if (refusal) throw refusal;
    if (lines.some((line) => this.rejects(line))) {
      throw createInvalidError('a line is invalid');
    }
    const getTag = (path: string) => {
      const page = this.pages.get(path);
      return page ? withEtag(page).etag : null;
    };
    for (const line of lines) {
      if (getTag(line.path) !== line.ifMatch) throw createChangedError();
      if ('movedFrom' in line && line.movedFrom && getTag(line.movedFrom) !== line.movedFromIfMatch)
        throw createChangedError();
    }
    const remove = (path: string, to: string | null) => {
      if (this.pages.get(path)?.isByPeople) this.violations.push(`page ${path} of a person was removed`);
      if (this.pages.delete(path)) this.former.set(path, to);
    };
    for (const line of lines) if ('movedFrom' in line && line.movedFrom) remove(line.movedFrom, line.path);
    for (const line of lines) {
      const { path } = line;
      if ('delete' in line) {
        remove(path, null);
        continue;
      }
      if (this.pages.get(path)?.isByPeople) this.violations.push(`page ${path} of a person was replaced`);
      const { ifMatch: _tag, movedFrom: _from, movedFromIfMatch: _fromTag, ...page } = line;
      this.pages.set(path, { ...page, isByPeople: false });
      this.former.delete(path);
    }
    this.#onWrite(`batch ${lines.map((line) => `${'delete' in line ? '-' : '+'}${line.path}`).join(' ')}`);
    const storedPages = lines.flatMap(({ path }) => {
      const etag = getTag(path);
      return etag === null ? [] : [{ path, etag }];
    });
    return { pages: storedPages, warnings: [] };
  }

  #onWrite(write: string): void {
    this.writes.push(write);
    if (write === 'settings') this.#isNavigationLate = this.#isArriving;
    if (this.#isNavigationLate) return;
    const exists = (path: string) => this.pages.has(path) || typeof this.former.get(path) === 'string';
    for (const { path } of this.settings.navigation ?? [])
      if (path !== undefined && !exists(path)) this.violations.push(`${write}: the navigation points to ${path}`);
  }

  #getSettingsTag(): string {
    return hashParts([this.settings], 16);
  }

  async *#list<T>(request: string, read: () => T[]): AsyncGenerator<readonly T[]> {
    yield await this.#send(request, read);
  }

  async #send<T>(request: string, act: () => T): Promise<T> {
    this.beforeRequest();
    this.requests += 1;
    await this.pause();
    const fate = request.startsWith('GET') ? 'completed' : this.fate();
    const lostError = new NetworkError('the connection was lost', { request, outcomeUnknown: true });
    if (fate === 'late') this.#late.push(() => void act());
    if (fate === 'lost-before' || fate === 'late') throw lostError;
    const result = act();
    await this.pause();
    if (fate === 'lost-after') throw lostError;
    return result;
  }
}

function createInvalidError(message: string): InvalidRequestError {
  return new InvalidRequestError(message, { request: 'a write', status: 400, outcomeUnknown: false });
}

function withEtag({ isByPeople: _people, ...page }: StoredPage): RemotePage {
  return { ...page, etag: `"${hashParts([page], 16)}"` };
}

function createChangedError(): InvalidRequestError {
  return new InvalidRequestError('changed', {
    request: 'POST',
    status: 412,
    code: 'changed_meanwhile',
    outcomeUnknown: false,
  });
}
