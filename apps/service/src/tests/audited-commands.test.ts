import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DOCUMENT } from '../areas/use-cases/workflow.fixture.ts';
import { createProject, EMAIL } from '../cli.fixture.ts';
import { createProgram } from '../cli.ts';
import type { AuditAction, ExportedAuditEntry } from '../platform/audit/audit.ts';
import { Interruption } from '../platform/cli/interruption.ts';
import { LOG, OPENAPI_DOCUMENT } from '../testing/service.fixture.ts';

const SECOND = 'second@example.com';

/** Ids and file names for the arguments of commands. */
interface Place {
  readonly folder: string;
  readonly keyId: string;
  readonly document: string;
  readonly flows: string;
}

/** A command that writes, with the actions that it records, in chronological order. */
interface AuditedCommand {
  readonly args: (place: Place) => readonly string[];
  readonly actions: readonly AuditAction[];
  /** Commands that must run first. */
  readonly first?: readonly (readonly string[])[];
}

const AUDITED: Readonly<Record<string, AuditedCommand>> = {
  bootstrap: {
    args: () => ['bootstrap', 'new', '--owner', 'new@example.com', '--base-url', 'https://sync.example.com'],
    actions: ['account.create', 'project.create', 'member.add', 'key.create'],
  },
  'create-member': { args: () => ['create-member', 'new@example.com'], actions: ['account.create'] },
  'revoke-member': { args: () => ['revoke-member', EMAIL], actions: ['account.revoke'] },
  'restore-member': {
    args: () => ['restore-member', EMAIL],
    first: [['revoke-member', EMAIL]],
    actions: ['account.restore'],
  },
  'sign-in-link': { args: () => ['sign-in-link', EMAIL], actions: ['sign-in-link.issue'] },
  'create-project': {
    args: () => ['create-project', 'new', '--owner', EMAIL],
    actions: ['project.create', 'member.add'],
  },
  'close-project': { args: () => ['close-project', 'octo-api'], actions: ['project.close'] },
  'reopen-project': {
    args: () => ['reopen-project', 'octo-api'],
    first: [['close-project', 'octo-api']],
    actions: ['project.reopen'],
  },
  project: { args: () => ['project', 'set', 'octo-api', '--anonymous-mcp', 'on'], actions: ['project.update'] },
  invite: { args: () => ['invite', 'octo-api', 'new@example.com'], actions: ['invite.create'] },
  'add-member': { args: () => ['add-member', 'octo-api', SECOND], actions: ['member.add'] },
  'set-role': {
    args: () => ['set-role', 'octo-api', SECOND, 'owner'],
    first: [['add-member', 'octo-api', SECOND]],
    actions: ['member.update'],
  },
  'remove-member': {
    args: () => ['remove-member', 'octo-api', SECOND],
    first: [['add-member', 'octo-api', SECOND]],
    actions: ['member.remove'],
  },
  'create-key': { args: () => ['create-key', EMAIL], actions: ['key.create'] },
  'rotate-key': { args: ({ keyId }) => ['rotate-key', keyId], actions: ['key.rotate', 'key.create'] },
  'revoke-key': { args: ({ keyId }) => ['revoke-key', keyId], actions: ['key.revoke'] },
  'api-description': {
    args: ({ document }) => ['api-description', 'set', 'octo-api', document],
    actions: ['api-description.update'],
  },
  'import-use-cases': {
    args: ({ flows }) => ['import-use-cases', 'octo-api', flows],
    actions: ['use-case-import.update'],
  },
  backup: { args: ({ folder }) => ['backup', join(folder, 'backup.ndjson')], actions: ['database.backup'] },
  'rebuild-metrics': { args: () => ['rebuild-metrics', 'octo-api'], actions: ['metrics.rebuild'] },
  'confirm-clock': { args: () => ['confirm-clock'], actions: ['clock.confirm'] },
  'prune-logs': { args: () => ['prune-logs', '--keep-logs-days', '30'], actions: ['logs.prune'] },
};

/** Commands that add no audit entry in this test, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  serve: 'records the requests and the deletions of its background jobs one by one',
  migrate: 'changes the schema only, which the table of migrations records',
  'move-logs': 'copies logs from one database to another, and deletes only copies',
  restore: 'writes to an empty database; a separate test checks its entry',
  'prune-audit': 'records an entry only if it deletes entries; a test of the store checks it',
  'export-audit': 'only reads the audit log',
  usage: 'only reads',
  'list-projects': 'only reads',
  'list-members': 'only reads',
  'list-keys': 'only reads',
  'list-feedback': 'only reads',
  'list-connections': 'only reads',
  'revoke-connection': 'needs a connection, which only an application creates',
};

async function openPlace() {
  const place = await createProject();
  await place.must('create-member', SECOND);
  await place.must('create-key', EMAIL, '--project', 'octo-api');
  const keyId = (await place.must('list-keys'))[1]?.split(' ')[0] ?? '';
  const store = place.open();
  const project = await store.accounts.projectBySlug('octo-api');
  await store.logs.add(project.id, LOG);
  await store.close();
  const document = join(place.folder, 'openapi.json');
  writeFileSync(document, JSON.stringify(OPENAPI_DOCUMENT));
  const flows = join(place.folder, 'flows.arazzo.json');
  writeFileSync(flows, JSON.stringify(DOCUMENT));
  const exportEntries = async (): Promise<ExportedAuditEntry[]> =>
    (await place.must('export-audit')).map((line) => JSON.parse(line));
  return { ...place, keyId, document, flows, exportEntries };
}

describe('audit entries of commands', () => {
  it('every command has an audit action or a reason for having none', () => {
    const terminal = { out: () => undefined, error: () => undefined, interruption: new Interruption() };
    const commands = createProgram(terminal).commands.map((command) => command.name());
    expect([...Object.keys(AUDITED), ...Object.keys(EXCEPTIONS)].toSorted()).toEqual(commands.toSorted());
  });

  it.each(Object.entries(AUDITED))(
    'the command %s is recorded in the audit log',
    async (_name, { args, first = [], actions }) => {
      const { must, exportEntries, ...place } = await openPlace();
      for (const each of first) await must(...each);
      const before = (await exportEntries()).length;
      await must(...args(place));
      const entries = (await exportEntries()).slice(before);
      expect(entries.map(({ action }) => action)).toEqual(actions);
      expect(new Set(entries.map(({ requestId }) => requestId)).size).toBe(1);
      for (const entry of entries) {
        expect(entry).toMatchObject({
          actor: 'command-line',
          systemUser: userInfo().username,
          userId: null,
          keyId: null,
          email: null,
          requestId: expect.stringMatching(/^command-/),
          outcome: 'succeeded',
        });
        expect(entry.target).not.toBe('');
        const [kind = '', verb = ''] = entry.action.split('.');
        if (['create', 'add'].includes(verb)) expect([entry.hashBefore, entry.hashAfter?.length]).toEqual([null, 64]);
        else if (verb === 'remove') expect([entry.hashBefore?.length, entry.hashAfter]).toEqual([64, null]);
        else if (['account', 'project', 'key'].includes(kind)) expect(entry.hashAfter).not.toBe(entry.hashBefore);
      }
    },
  );

  it.each([
    ['create-member', EMAIL],
    ['revoke-member', 'nobody@example.com'],
    ['create-project', 'octo-api', '--owner', EMAIL],
    ['close-project', 'nowhere'],
    ['add-member', 'octo-api', 'nobody@example.com'],
    ['remove-member', 'octo-api', EMAIL],
    ['set-role', 'octo-api', EMAIL, 'member'],
    ['invite', 'octo-api', EMAIL],
    ['invite', 'octo-api', 'nobody'],
    ['create-key', 'nobody@example.com'],
    ['rotate-key', 'key_0'],
    ['revoke-key', 'key_0'],
    ['api-description', 'remove', 'octo-api'],
    ['backup', '/nowhere/backup.ndjson'],
  ])('a failed command "%s %s" adds no audit entry', async (...args) => {
    const { run, file, exportEntries } = await openPlace();
    const before = await exportEntries();
    expect((await run([...args, '--database', file])).code).toBe(1);
    expect(await exportEntries()).toEqual(before);
  });

  it('the command restore adds an audit entry to the restored database, after the entries of the backup', async () => {
    const { must, run, folder, exportEntries } = await openPlace();
    const file = join(folder, 'backup.ndjson');
    const before = await exportEntries();
    await must('backup', file);
    const other = join(folder, 'other.db');
    expect((await run(['restore', file, '--database', other])).code).toBe(0);
    const { out } = await run(['export-audit', '--database', other]);
    const entries = out.map((line) => JSON.parse(line));
    expect(entries.slice(0, -1)).toEqual(before);
    expect(entries.at(-1)).toMatchObject({
      action: 'database.restore',
      target: 'backup.ndjson',
      actor: 'command-line',
    });
    const [backup] = (await exportEntries()).slice(before.length);
    expect(backup).toMatchObject({ action: 'database.backup', hashAfter: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });
});

describe('export-audit', () => {
  it('the command export-audit prints the audit entries that match all filters', async () => {
    const { must, keyId } = await openPlace();
    await must('revoke-key', keyId);
    const targets = async (...args: string[]) =>
      (await must('export-audit', ...args)).filter(Boolean).map((line) => JSON.parse(line).action);
    expect(await targets('--project', 'octo-api')).toEqual([
      'project.create',
      'member.add',
      'key.create',
      'key.revoke',
    ]);
    expect(await targets('--target', keyId)).toEqual(['key.create', 'key.revoke']);
    expect(await targets('--action', 'key.revoke', '--actor', userInfo().username)).toEqual(['key.revoke']);
    expect(await targets('--until', '2100-01-01T00:00:00Z', '--action', 'account.create')).toHaveLength(2);
  });

  it.each([
    [['--actor', 'ann'], 'No audit entries match --actor ann'],
    [
      ['--project', 'octo-api', '--since', '2100-01-01'],
      'No audit entries match --since 2100-01-01T00:00:00.000Z --project octo-api',
    ],
  ])('the command export-audit reports that no entries match %j', async (args, message) => {
    const { run, file } = await openPlace();
    expect(await run(['export-audit', ...args, '--database', file])).toEqual({ code: 0, out: [], errors: [message] });
  });

  it.each([
    [['--since', 'soon'], '--since must be a date or a time such as 2026-03-01 or 2026-03-01T10:00:00Z (got "soon")'],
    [['--action', 'key.read'], 'Allowed choices are account.create'],
  ])('the command export-audit rejects %j', async (args, message) => {
    const { run, file } = await openPlace();
    const { code, errors } = await run(['export-audit', ...args, '--database', file]);
    expect([code, errors.join('\n')]).toEqual([2, expect.stringContaining(message)]);
  });
});
