import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { foldTraffic } from '../../../areas/metrics/fold-traffic.ts';
import { hintInput } from '../../../areas/recovery/store.ts';
import type { ServiceStore } from '../../../areas.ts';
import { BACKUP_TABLES } from '../../../areas.ts';
import { openSqliteStore } from '../../../open-store.ts';
import {
  BOB,
  FOREIGN_PROJECT,
  HINT,
  ITEM,
  LOG,
  OWN_PROJECT,
  populate,
  SOURCE,
} from '../../../testing/service.fixture.ts';
import { type BackupRow, parseRow } from '../backup.ts';
import { readBackupFile, writeBackupFile } from '../backup-file.ts';
import type { Column } from '../column.ts';
import type { SqlValue } from '../sql.ts';
import { createPrincipal, createProject, getScope, getStoredLog } from './accounts.fixture.ts';
import { openTestStore, scratchFolder, skipWithoutLogsInBackups } from './database.fixture.ts';
import { WHOLE_ANSWERS } from './old-idempotency-records.fixture.ts';

const HARD = 'NUL \u0000, lines \r\n \u2028 \u2029, "quotes", ¥ 😀, \uFFFE';

/** Creates a store with rows in every table. */
async function openFull() {
  const { store, another } = await openTestStore();
  const keys = await populate(store);
  const project = await createProject(store, keys.ann);
  const caller = await createPrincipal(store, keys.ann);
  await store.transaction(async ({ contextItems }) => {
    for (let number = 0; number < 120; number += 1) {
      await contextItems.create(project.id, { ...ITEM, title: `T${number}`, public: number % 2 === 0 });
    }
  });
  await store.contextItems.create(project.id, { title: 'Hard', content: HARD });
  await store.logs.add(project.id, { ...LOG, url: '/counted' });
  await foldTraffic(store);
  const log = await store.logs.add(project.id, { ...LOG, request: { body: HARD }, groupEmail: null });
  await store.dataSources.create(project.id, SOURCE);
  const hint = await store.hints.create(project.id, hintInput.parse(HINT), 'key');
  const recoveryHintId = 'id' in hint ? hint.id : '';
  for (const [user, withheld] of [
    ['a@example.com', true],
    ['b@example.com', false],
  ] as const) {
    const response = { recovery: { hint: recoveryHintId, sentIn: [], withheld } };
    await store.logs.add(project.id, { ...LOG, url: '/hint', groupEmail: user, recoveryHintId, response });
  }
  await store.hints.resolve(project.id, LOG.timestamp);
  await store.hints.resolve(project.id, new Date(Date.parse(LOG.timestamp) + 3_600_000).toISOString());
  const [user] = (await store.users.list(project.id, { sort: 'requests', limit: 1 })).items;
  await store.erasures.request(project.id, user?.id ?? '');
  await store.users.setThresholds(project.id, { silentDays: 5 });
  await store.audit.record({
    slug: OWN_PROJECT,
    action: 'log.read',
    target: log.id,
    actor: { kind: 'member', userId: caller.userId, keyId: caller.keyId },
    requestId: 'r',
    outcome: 'found',
  });
  await store.audit.record({
    slug: '',
    action: 'account.revoke',
    target: caller.userId,
    actor: { kind: 'command-line', systemUser: 'root' },
    hashBefore: 'a'.repeat(64),
    hashAfter: 'b'.repeat(64),
    requestId: 'command-1',
    outcome: 'succeeded',
  });
  await store.accounts.recordUse(caller.keyId, new Date().toISOString());
  await store.accounts.rotateKey(caller.keyId, { hash: 'c'.repeat(64), oldExpiresAt: '2100-01-01T00:00:00.000Z' });
  await store.runIdempotent(getScope(caller.keyId, 'k'), 'p', async () => ({
    status: 201,
    location: null,
    stored: '{}',
  }));
  await store.accounts.setClosed(FOREIGN_PROJECT, true);
  await store.accounts.setAnonymousMcp(OWN_PROJECT, true);
  await store.apiDescriptions.put(project.id, { format: 'yaml', text: HARD });
  const expiresAt = '2100-01-01T00:00:00.000Z';
  const invite = { email: 'new@example.com', role: 'member', userId: caller.userId, hash: 'd'.repeat(64) } as const;
  await store.invites.create(project.id, { ...invite, expiresAt });
  await store.accounts.addMember(OWN_PROJECT, BOB);
  await store.mcpTools.change({ projectId: project.id, name: 'search_context', enabled: false, description: HARD });
  const counts = { day: 1_440, tool: 'search_context', client: 'test', calls: 2, errors: 1, durationMs: 1.5 };
  await store.mcpTools.addCounts(project.id, [counts]);
  await store.usage.addKeyBytes([{ keyId: 'key_of_ann', day: 1_440, bytes: 5 }]);
  return { store, another, keys, project, log };
}

/** Creates the data of every sign-in method and of a connected application. @returns the texts that must not be in a backup */
async function signInEverywhere(store: ServiceStore, userId: string, projectId: string): Promise<readonly string[]> {
  const credential = { credentialId: 'credential', publicKey: 'public', counter: 7, transports: '["usb"]' };
  await store.passkeys.add({ userId, name: 'Key ring', ...credential });
  await store.openIdIdentities.add('https://id.example.com', 'subject', userId);
  const secrets = [
    'hash-of-session',
    'hash-of-link',
    'hash-of-form',
    'con_1',
    'hash-of-code',
    'hash-of-token',
  ] as const;
  const [session, link, form, connection, code, token] = secrets;
  const expiresAt = '2100-01-01T00:00:00.000Z';
  await store.sessions.create({ hash: session, userId, method: 'passkey', userAgent: 'test' });
  await store.oneTimeTokens.create({ hash: link, kind: 'sign-in-link', userId, lifetimeMs: 3_600_000 });
  await store.oneTimeTokens.create({ hash: form, kind: 'form', userId, data: 'unsent', lifetimeMs: 3_600_000 });
  await store.connections.create({
    id: connection,
    userId,
    projectId,
    clientId: 'https://assistant.example/client',
    clientName: 'Assistant',
    clientHost: 'assistant.example',
    scope: 'mcp:read',
    resource: 'https://sync.example.com/mcp',
    createdAt: new Date().toISOString(),
  });
  for (const [hash, kind] of [
    [code, 'AuthorizationCode'],
    [token, 'RefreshToken'],
  ] as const)
    await store.authorizationRecords.save({ hash, kind, connectionId: connection, payload: '{}', expiresAt });
  return [...secrets, 'unsent', 'assistant.example'];
}

async function rowsOfBackup(store: ServiceStore) {
  const rows: BackupRow[] = [];
  await store.backup.each(async (row) => void rows.push(row));
  return rows;
}

/** Creates a row in each empty table of a backup. */
function createMissingRows(rows: readonly BackupRow[], projectId: string): BackupRow[] {
  const userId = rows.find(({ table }) => table === 'users')?.row.id ?? null;
  const filledTables = new Set(rows.map(({ table }) => table));
  return BACKUP_TABLES.filter(({ name }) => !filledTables.has(name)).map((table) => {
    const values = Object.entries(table.columns)
      .filter(([, { isBackedUp }]) => isBackedUp)
      .map(([property, column]) => [
        table.names[property],
        { projectId, userId: column.content === 'generated' ? userId : undefined }[property] ??
          createSampleValue(column),
      ]);
    return { table: table.name, row: Object.fromEntries(values) };
  });
}

/** Returns a value of a column that is not null. */
function createSampleValue({ schema }: Column): SqlValue {
  const options = schema instanceof z.ZodEnum ? schema.options.map(String) : [];
  return (
    [...options, '2026-01-02T03:04:05.678Z', 1, 1.5, true].find((value) => schema.safeParse(value).success) ?? null
  );
}

/** Opens an empty store of the same kind. */
const openEmpty = async () => (await openTestStore()).store;

describe('backups', () => {
  it('a backup contains the rows of every table, and restoring it writes all of them', async (context) => {
    skipWithoutLogsInBackups(context);
    const { store, keys, project, log } = await openFull();
    const file = join(scratchFolder(), 'backup.ndjson');
    const count = await writeBackupFile(store.backup, file);
    const rows = await rowsOfBackup(store);
    expect(rows).toHaveLength(count);

    const restoredStore = await openEmpty();
    expect(await restoredStore.backup.restore(readBackupFile(BACKUP_TABLES, file))).toBe(count);
    expect(await rowsOfBackup(restoredStore)).toEqual(rows);
    expect(await createPrincipal(restoredStore, keys.ann)).toEqual(await createPrincipal(store, keys.ann));
    expect(await getStoredLog(restoredStore, project.id, log.id)).toEqual(log);
    expect(await restoredStore.accounts.projects()).toEqual(await store.accounts.projects());
    expect(await restoredStore.apiDescriptions.get(project.id)).toEqual(await store.apiDescriptions.get(project.id));
    expect((await restoredStore.contextItems.search(project.id, 'quotes', 5)).items.map(({ title }) => title)).toEqual([
      'Hard',
    ]);
    expect((await restoredStore.logs.search(project.id, { urlContains: '/pets' }, { limit: 5 })).items).toHaveLength(1);
    expect(await restoredStore.traffic.byEndpoint(project.id, [{ from: 0, to: 1e9, grain: 1_440 }], {})).toEqual([
      { method: LOG.method, route: LOG.route, n: 4, c2: 0, c3: 0, c4: 4, c5: 0 },
    ]);
    // New rows get higher numbers than the restored ones.
    const lateItem = await restoredStore.contextItems.create(project.id, { title: 'Late' });
    const items = await restoredStore.contextItems.list(project.id, { limit: 500 });
    expect(items?.at(-1)).toEqual(lateItem);
    expect(items).toHaveLength(122);
    expect((await restoredStore.logs.add(project.id, LOG)).id).not.toBe(log.id);
  });

  it('a backup contains the sign-in methods of members, but no sessions, codes, tokens or OAuth connections', async () => {
    const { store, keys, project } = await openFull();
    const { userId } = await createPrincipal(store, keys.ann);
    const secrets = await signInEverywhere(store, userId, project.id);
    // The database contains all these texts.
    expect(await store.sessions.find('hash-of-session')).toMatchObject({ isActive: true });
    expect(await store.oneTimeTokens.find('sign-in-link', 'hash-of-link')).toMatchObject({ state: 'valid' });
    expect(await store.connections.list(userId)).toHaveLength(1);
    expect(await store.authorizationRecords.find('hash-of-token')).toMatchObject({ kind: 'RefreshToken' });
    const file = join(scratchFolder(), 'backup.ndjson');
    await writeBackupFile(store.backup, file);
    const text = readFileSync(file, 'utf8');
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);

    const restoredStore = await openEmpty();
    await restoredStore.backup.restore(readBackupFile(BACKUP_TABLES, file));
    const readSettings = async (each: ServiceStore) => ({
      passkeys: await each.passkeys.list(userId),
      identity: await each.openIdIdentities.find('https://id.example.com', 'subject'),
      members: await each.accounts.members(project.id),
      invites: await each.invites.list(project.id),
      keys: await each.accounts.keys(),
      tool: await each.mcpTools.setting(project.id, 'search_context'),
      calls: await each.mcpTools.counts(project.id, 0),
    });
    const settings = await readSettings(restoredStore);
    expect(settings).toEqual(await readSettings(store));
    expect(settings).toMatchObject({
      passkeys: [{ name: 'Key ring', counter: 7 }],
      identity: userId,
      members: [{ role: 'owner' }, { email: BOB, role: 'member' }],
      invites: [{ email: 'new@example.com' }],
      tool: { enabled: false, description: HARD },
      calls: [{ calls: 2, errors: 1 }],
    });
    expect(await restoredStore.sessions.list(userId)).toEqual([]);
    expect(await restoredStore.sessions.find('hash-of-session')).toBeUndefined();
    expect(await restoredStore.oneTimeTokens.find('sign-in-link', 'hash-of-link')).toBeUndefined();
    expect(await restoredStore.connections.list()).toEqual([]);
    expect(await restoredStore.authorizationRecords.find('hash-of-token')).toBeUndefined();
  });

  it('a backup contains all columns of every table', async () => {
    const { store, project } = await openFull();
    const rows = await rowsOfBackup(store);
    const place = new Map(BACKUP_TABLES.map(({ name }, index) => [name, index]));
    const getPlace = ({ table }: BackupRow) => place.get(table) ?? 0;
    const complete = [...rows, ...createMissingRows(rows, project.id)].toSorted((a, b) => getPlace(a) - getPlace(b));
    expect(new Set(complete.map(({ table }) => table))).toEqual(new Set(place.keys()));
    const restored = await openEmpty();
    await restored.backup.restore(Readable.from(complete));
    expect(await rowsOfBackup(restored)).toEqual(complete);
  });

  it('a backup can be restored into SQLite, and from SQLite into the original backend', async () => {
    const { store, keys, project } = await openFull();
    const { userId } = await createPrincipal(store, keys.ann);
    await signInEverywhere(store, userId, project.id);
    const rows = await rowsOfBackup(store);
    const folder = scratchFolder();
    await writeBackupFile(store.backup, join(folder, '1.ndjson'));
    const embeddedStore = openSqliteStore(join(folder, 'other.db'));
    await embeddedStore.backup.restore(readBackupFile(BACKUP_TABLES, join(folder, '1.ndjson')));
    await writeBackupFile(embeddedStore.backup, join(folder, '2.ndjson'));
    await embeddedStore.close();
    const back = await openEmpty();
    await back.backup.restore(readBackupFile(BACKUP_TABLES, join(folder, '2.ndjson')));
    expect(await rowsOfBackup(back)).toEqual(rows);
    expect(await back.passkeys.list(userId)).toEqual(await store.passkeys.list(userId));
    expect(await back.sessions.list(userId)).toEqual([]);
  });

  it('a backup is consistent despite concurrent writes', async (context) => {
    skipWithoutLogsInBackups(context);
    const { store, project } = await openFull();
    const ids: string[] = [];
    let writing = true;
    const writes = (async () => {
      while (writing) {
        const { id } = await store.contextItems.create(project.id, { title: 'Pair' });
        await store.logs.add(project.id, { ...LOG, url: `/pair/${id}` });
        ids.push(id);
      }
    })();
    await expect.poll(() => ids.length).toBeGreaterThan(3);
    const rows = await rowsOfBackup(store).finally(() => {
      writing = false;
    });
    const after = ids.length;
    await writes;
    const pairs = rows.filter(({ row }) => row.title === 'Pair').map(({ row }) => row.id);
    const logs = rows.filter(({ row }) => String(row.url).startsWith('/pair/')).map(({ row }) => row.url);
    expect(pairs.length).toBeGreaterThan(3);
    expect(pairs.length).toBeLessThanOrEqual(after + 1);
    // Each log is added after its item. A consistent snapshot therefore contains at most one item without a log, and no log without an item.
    expect([pairs.length, pairs.length - 1]).toContain(logs.length);
    expect(logs).toEqual(pairs.slice(0, logs.length).map((id) => `/pair/${id}`));
  });

  it('only the owner of a backup file can read it', async () => {
    const { store } = await openFull();
    const file = join(scratchFolder(), 'backup.ndjson');
    await writeBackupFile(store.backup, file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('no backup file is written for an empty database', async () => {
    const store = await openEmpty();
    const folder = scratchFolder();
    await expect(writeBackupFile(store.backup, join(folder, 'backup.ndjson'))).rejects.toThrow('nothing to back up');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a backup does not overwrite a file', async () => {
    const store = await openEmpty();
    const file = join(scratchFolder(), 'backup.ndjson');
    writeFileSync(file, 'mine');
    await expect(writeBackupFile(store.backup, file)).rejects.toThrow('the file already exists');
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });
});

describe('restore', () => {
  it('restoring disables anonymous access if the backup does not contain the setting', () => {
    const row = { id: 'p', slug: 's', name: 'n', created_at: '2026-01-01T00:00:00.000Z', closed_at: null };
    expect(parseRow(BACKUP_TABLES, { table: 'projects', row }).row).toEqual({ ...row, anonymous_mcp: false });
  });

  it.each(WHOLE_ANSWERS)(
    'restoring an older backup removes content from the idempotency record of $row.path',
    ({ row, kept }) => {
      expect(parseRow(BACKUP_TABLES, { table: 'answers', row }).row).toEqual({ ...row, body: kept });
      expect(parseRow(BACKUP_TABLES, { table: 'answers', row: { ...row, body: kept } }).row.body).toBe(kept);
    },
  );

  it('restored data sources are recognized when they are connected again, even with very long names', async () => {
    const { store, project } = await openFull();
    await store.dataSources.create(project.id, { ...SOURCE, owner: 'x'.repeat(100_000) });
    const file = join(scratchFolder(), 'backup.ndjson');
    await writeBackupFile(store.backup, file);
    const restoredStore = await openEmpty();
    await restoredStore.backup.restore(readBackupFile(BACKUP_TABLES, file));
    expect(await restoredStore.dataSources.create(project.id, SOURCE)).toMatchObject({ isKnown: true });
    expect((await restoredStore.dataSources.list(project.id, { limit: 10 })).items).toHaveLength(2);
  });

  it('restoring into a non-empty store is rejected and leaves the store unchanged', async () => {
    const { store } = await openFull();
    const file = join(scratchFolder(), 'backup.ndjson');
    await writeBackupFile(store.backup, file);
    const other = await openEmpty();
    await other.accounts.createUser('first@example.com');
    await expect(other.backup.restore(readBackupFile(BACKUP_TABLES, file))).rejects.toThrow('already contains users');
    expect((await other.accounts.users()).map(({ email }) => email)).toEqual(['first@example.com']);
  });

  it.each<[string, string, (lines: string[]) => string[]]>([
    ['without its last line', 'the end of the file is missing', (lines) => lines.slice(0, -1)],
    ['that ends within a line', 'line ', (lines) => [...lines.slice(0, 50), (lines[50] ?? '').slice(0, 20)]],
    ['with a missing row', 'rows are missing or were modified', (lines) => lines.toSpliced(20, 1)],
    [
      'with a modified row',
      'rows are missing or were modified',
      (lines) => lines.map((line) => line.replace('"T7"', '"T8"')),
    ],
    [
      'with an unsupported format',
      'line 1: is not the header of a backup',
      (lines) => ['{"format":"x"}', ...lines.slice(1)],
    ],
    ['with an unknown table', 'there is no table "x"', (lines) => lines.toSpliced(5, 0, '{"table":"x","row":{}}')],
    [
      'with an unknown column',
      'colour',
      (lines) => lines.map((line) => line.replace('"title":"T7"', '"title":"T7","colour":1')),
    ],
    ['that is empty', 'the end of the file is missing', () => []],
    ['that contains plain text', 'line 1: is not valid JSON. Use a file', () => ['Dear diary', 'today']],
  ])('restoring rejects a backup file %s and writes nothing', async (_name, message, change) => {
    const { store } = await openFull();
    const folder = scratchFolder();
    await writeBackupFile(store.backup, join(folder, 'whole.ndjson'));
    const lines = readFileSync(join(folder, 'whole.ndjson'), 'utf8').trimEnd().split('\n');
    const file = join(folder, 'broken.ndjson');
    writeFileSync(
      file,
      change(lines)
        .map((line) => `${line}\n`)
        .join(''),
    );
    const other = await openEmpty();
    await expect(other.backup.restore(readBackupFile(BACKUP_TABLES, file))).rejects.toThrow(message);
    await expect(other.backup.restore(readBackupFile(BACKUP_TABLES, file))).rejects.toThrow(file);
    expect(await rowsOfBackup(other)).toEqual([]);
  });

  it('restoring rejects a missing backup file', async () => {
    const store = await openEmpty();
    await expect(store.backup.restore(readBackupFile(BACKUP_TABLES, '/nowhere/backup.ndjson'))).rejects.toThrow(
      '/nowhere',
    );
  });
});
