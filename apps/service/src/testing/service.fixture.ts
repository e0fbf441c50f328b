import { expect, onTestFinished } from 'vitest';
import { createApp } from '../app.ts';
import { LOG } from '../areas/logs/log.fixture.ts';
import { foldTraffic } from '../areas/metrics/fold-traffic.ts';
import type { ServiceStore } from '../areas.ts';
import { Parsers } from '../parsers.ts';
import { createKey, hashKey } from '../platform/access/api-keys.ts';
import { createFilledStores } from '../platform/database/behavior/database.fixture.ts';
import { getUserId } from '../platform/personal-data/user-id.ts';
import { closeAfterFile } from './close-after-file.fixture.ts';

export { LOG };

/** Slugs of Ann's two projects, of Bob's project, and of a project that does not exist. */
export const OWN_PROJECT = 'octo-api';
export const SECOND_PROJECT = 'octo-docs';
export const FOREIGN_PROJECT = 'acme-api';
export const UNKNOWN_PROJECT = 'no-such-project';
export const ANN = 'ann@example.com';
export const BOB = 'bob@example.com';

/** Valid bodies of the three POST operations. */
export const ITEM = { title: 'Rotate a key', content: 'Keys are rotated in the settings.', public: true };
export const SOURCE = {
  installationId: 42,
  owner: 'octo',
  repo: 'api',
  branch: 'main',
  category: 'docs',
  provider: 'github',
  siteUrl: 'https://docs.example.com',
};

/** A valid recovery hint. */
export const HINT = {
  title: 'There is no pet with this id',
  match: { method: 'GET', route: '/pets/{petId}', status: 404, errorCode: 'no_such_pet' },
  retryable: false,
  steps: [{ do: 'call', text: 'List the pets and take an id from there', url: 'https://docs.example.com/pets' }],
  documentation: 'https://docs.example.com/errors/no_such_pet',
};

export const HAR = {
  log: {
    version: '1.2',
    creator: { name: 'browser', version: '1' },
    entries: [
      {
        startedDateTime: '2026-03-01T12:00:00.000+02:00',
        time: 12.5,
        request: { method: 'GET', url: 'https://api.example.com/pets/2', headers: [{ name: 'Accept', value: '*/*' }] },
        response: { status: 200, statusText: 'OK', content: { mimeType: 'application/json', text: '{"id":2}' } },
      },
    ],
  },
};

export const OPENAPI_DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1.0.0' },
  paths: { '/pets': { get: { operationId: 'listPets', responses: { 200: { description: 'The pets' } } } } },
};

export interface TestItem {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly public: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface TestResponse<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON body; undefined if the body is empty. */
  readonly body: T;
}

export interface TestRequest {
  /** API key of the request. Default: Ann's full key. With null, the request contains no key. */
  readonly key?: string | null;
  readonly json?: unknown;
  /** Raw body, sent without a Content-Type header. */
  readonly text?: string;
  readonly headers?: Record<string, string>;
}

/** Returns the path of a resource in a project. Default: Ann's first project. */
export const projectPath = (rest = '', slug = OWN_PROJECT): string => `/api/v1/projects/${slug}${rest}`;

/** Returns the expected error response, for `toMatchObject`. */
export const errorBody = (status: number, code: string) => ({
  status,
  body: { error: { code, message: expect.stringMatching(/./), requestId: expect.stringMatching(/./) } },
});

/** Creates the members Ann and Bob with their projects and keys. */
export async function populate({ accounts }: ServiceStore) {
  const key = async (email: string, access: 'full' | 'read-only') => {
    const text = createKey();
    await accounts.createKey(email, { access, hash: hashKey(text) });
    return text;
  };
  for (const email of [ANN, BOB]) await accounts.createUser(email);
  for (const [slug, email] of [
    [OWN_PROJECT, ANN],
    [SECOND_PROJECT, ANN],
    [FOREIGN_PROJECT, BOB],
  ] as const) {
    await accounts.createProject(slug, `Project ${slug}`, email);
  }
  return {
    ann: await key(ANN, 'full'),
    annsOther: await key(ANN, 'full'),
    annsReadOnly: await key(ANN, 'read-only'),
    bob: await key(BOB, 'full'),
  };
}

const openPopulated = createFilledStores(populate);

/** Parsers that all tests of a file share, because a worker process starts slowly. Their timeouts are long enough for a busy machine. */
let parsers: Parsers | undefined;

function openParsers(): Parsers {
  if (parsers) return parsers;
  const openedParsers = new Parsers({ redactedNames: [], bounds: { deadlineMs: 600_000, startMs: 600_000 } });
  closeAfterFile.add(async () => {
    parsers = undefined;
    await openedParsers.close();
  });
  parsers = openedParsers;
  return openedParsers;
}

/** Creates the app with a separate database. The test fails if the app reports an unexpected error. */
export async function openService() {
  const { store, rows, value: keys } = await openPopulated();
  const reportedErrors: unknown[] = [];
  const parsers = openParsers();
  const app = createApp(store, (error) => reportedErrors.push(error), { parsers, requestDeadline: 600_000 });
  onTestFinished(() => {
    expect(reportedErrors, 'errors that the service reported').toEqual([]);
  });

  const sendRequest = async <T = unknown>(
    method: string,
    path: string,
    { key = keys.ann, json, text, headers = {} }: TestRequest = {},
  ): Promise<TestResponse<T>> => {
    const all = new Headers(headers);
    if (key !== null) all.set('authorization', `Bearer ${key}`);
    if (json !== undefined) all.set('content-type', 'application/json');
    const body = text ?? (json === undefined ? undefined : JSON.stringify(json));
    const response = await app.request(path, { method, headers: all, ...(body === undefined ? {} : { body }) });
    const responseText = await response.text();
    const isFile = response.headers.get('content-type') === 'application/octet-stream';
    const receivedBody: unknown = responseText === '' ? undefined : isFile ? responseText : JSON.parse(responseText);
    return {
      status: response.status,
      headers: response.headers,
      body: receivedBody as T,
    };
  };
  const create = async (json: unknown = ITEM, path = projectPath('/context'), key = keys.ann): Promise<TestItem> => {
    const response = await sendRequest<TestItem>('POST', path, { key, json });
    expect(response.status).toBe(201);
    return response.body;
  };
  /** Counts the rows of a table. */
  const count = async (table: string): Promise<number> =>
    Number((await rows(`SELECT count(*) AS count FROM ${table}`))[0]?.count);
  /** Returns the content of all tables as text. */
  const readEverything = async (): Promise<string> => {
    const lines: string[] = [];
    await store.backup.each(async (row) => void lines.push(JSON.stringify(row)));
    return lines.join('\n');
  };
  /** Returns the rows of all tables, except for audit entries and keys, and the number of audit entries. Keys are excluded because their last use changes. */
  const readStored = async (): Promise<readonly [lines: string[], recorded: number]> => {
    const lines = (await readEverything()).split('\n');
    const isRowOf = (table: string) => (line: string) => line.startsWith(`{"table":"${table}"`);
    const isAudit = isRowOf('audit');
    const isKey = isRowOf('keys');
    return [lines.filter((line) => !isAudit(line) && !isKey(line)), lines.filter(isAudit).length];
  };
  const projectId = async (slug = OWN_PROJECT): Promise<string> =>
    String((await rows('SELECT id, slug FROM projects')).find((row) => row.slug === slug)?.id);
  /** Aggregates the stored logs, requests the erasure of the user of `LOG` without executing it, and returns the id of the user. */
  const createFoldedUser = async (slug = OWN_PROJECT): Promise<string> => {
    await foldTraffic(store);
    const project = await projectId(slug);
    const user = getUserId(project, LOG.groupEmail);
    await store.erasures.request(project, user);
    return user;
  };
  return {
    store,
    app,
    parsers,
    reported: reportedErrors,
    keys,
    sendRequest,
    create,
    rows,
    count,
    everything: readEverything,
    readStored,
    projectId,
    foldedUser: createFoldedUser,
    close: store.close,
  };
}

export type TestApp = Awaited<ReturnType<typeof openService>>;
