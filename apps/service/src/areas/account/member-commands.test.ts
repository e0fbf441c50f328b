import { describe, expect, it } from 'vitest';
import { cells, createCli, createProject, EMAIL } from '../../cli.fixture.ts';
import { hashKey } from '../../platform/access/api-keys.ts';
import { getRows } from '../../platform/database/behavior/database.fixture.ts';

/** Returns the days from the creation of a key until its expiry, as `list-keys` prints them. */
function getDays(created: string | undefined, state: string): number {
  const [until = ''] = state.replace('active until ', '').split(',');
  return (Date.parse(until) - Date.parse(created ?? '')) / 86_400_000;
}

describe('user, project and member commands', () => {
  it('the list commands print the users, projects and members', async () => {
    const { must } = await createProject();
    await must('create-member', 'second@example.com');
    await must('add-member', 'octo-api', 'second@example.com');
    expect(cells((await must('list-members'))[1])).toEqual([
      expect.stringMatching(/^usr_/),
      EMAIL,
      expect.stringMatching(/Z$/),
    ]);
    expect(cells((await must('list-projects'))[1])).toEqual([
      expect.stringMatching(/^prj_/),
      'octo-api',
      expect.stringMatching(/Z$/),
      'octo-api',
    ]);
    const members = await must('list-members', 'octo-api');
    expect(members.slice(1).map((line) => cells(line)[1])).toEqual([EMAIL, 'second@example.com']);
    await must('remove-member', 'octo-api', 'second@example.com');
    expect(await must('list-members', 'octo-api')).toHaveLength(2);
  });

  it('the commands that change members, keys and projects print what they have changed', async () => {
    const { must } = await createProject();
    const second = 'second@example.com';
    await must('create-member', second);
    await must('create-key', EMAIL, '--project', 'octo-api', '--read-only', '--name', 'laptop');
    const keyId = cells((await must('list-keys'))[1])[0] ?? '';
    const changes: [string[], string][] = [
      [['revoke-key', keyId], `Revoked key ${keyId} of ${EMAIL}: read-only octo-api, "laptop"`],
      [['add-member', 'octo-api', second], `Added ${second} to project octo-api as member`],
      [['set-role', 'octo-api', second, 'owner'], `Set the role of ${second} in project octo-api to owner`],
      [['remove-member', 'octo-api', second], `Removed ${second} from project octo-api`],
      [['revoke-member', second], `Revoked member ${second}: all of their keys are disabled`],
      [['restore-member', second], `Restored member ${second}: their keys work again`],
      [['project', 'set', 'octo-api', '--anonymous-mcp', 'on'], 'Set anonymous MCP access to project octo-api to on'],
      [['close-project', 'octo-api'], 'Closed project octo-api'],
      [['reopen-project', 'octo-api'], 'Reopened project octo-api'],
    ];
    for (const [args, line] of changes) expect(await must(...args)).toEqual([line]);
  });

  it('the command list-feedback reports that a project has no reports', async () => {
    const { run, file } = await createProject();
    const list = ['list-feedback', 'octo-api', '--database', file];
    expect(await run(list)).toEqual({ code: 0, out: [], errors: ['Project octo-api has no reports'] });
    const { errors } = await run([...list, '--status', 'open']);
    expect(errors).toEqual(['Project octo-api has no reports with the status open']);
  });

  it.each([
    ['an invalid email address', 'notanemail', '"notanemail" is not an email address'],
    ['an existing email address in different letter case', 'OWNER@Example.com', `member "${EMAIL}" already exists`],
  ])('the commands create-member and bootstrap create nothing for %s', async (_name, email, message) => {
    const { run, file } = await createProject();
    for (const args of [
      ['create-member', email],
      ['bootstrap', 'new', '--owner', email, '--base-url', 'https://sync.example.com'],
    ]) {
      const { code, out, errors } = await run([...args, '--database', file]);
      expect([code, out, errors]).toEqual([1, [], [expect.stringContaining(message)]]);
    }
    expect(getRows(file, 'SELECT email FROM users')).toEqual([{ email: EMAIL }]);
    expect(getRows(file, 'SELECT slug FROM projects')).toEqual([{ slug: 'octo-api' }]);
  });

  it('the command remove-member does not remove the last owner of a project, and suggests alternatives', async () => {
    const { run, must, file } = await createProject();
    const { code, errors } = await run(['remove-member', 'octo-api', EMAIL, '--database', file]);
    expect([code, errors]).toEqual([1, [expect.stringMatching(/is the last owner.*set-role.*close-project/)]]);
    await must('create-member', 'second@example.com');
    await must('add-member', 'octo-api', 'second@example.com');
    await must('set-role', 'octo-api', 'second@example.com', 'owner');
    await must('remove-member', 'octo-api', EMAIL);
    expect(getRows(file, 'SELECT count(*) AS count FROM members')).toEqual([{ count: 1 }]);
  });

  it('users can be revoked and restored, and projects closed and reopened', async () => {
    const { must, open } = await createProject();
    const [key = ''] = await must('create-key', EMAIL);
    const access = async () => {
      const store = open();
      const caller = await store.accounts.principal(hashKey(key));
      const project = caller && (await store.accounts.reachableProject(caller.userId, 'octo-api'));
      await store.close();
      return [caller !== undefined, project !== undefined];
    };
    await must('revoke-member', EMAIL);
    expect(await access()).toEqual([false, false]);
    expect((await must('list-members'))[1]).toMatch(/Z {2}.*Z$/);
    await must('restore-member', EMAIL);
    await must('close-project', 'octo-api');
    expect(await access()).toEqual([true, false]);
    await must('reopen-project', 'octo-api');
    expect(await access()).toEqual([true, true]);
  });
});

describe('key commands', () => {
  it('the command create-key stores the name and the expiry date of a key, and list-keys prints both', async () => {
    const { must, open } = await createProject();
    const [key = ''] = await must('create-key', EMAIL, '--expires-days', '30', '--name', 'laptop', '--read-only');
    await must('create-key', EMAIL, '--expires', 'never');
    const lines = (await must('list-keys', '--user', EMAIL)).slice(1).map(cells);
    const [id = '', email, access, created, state = '', lastUsed, name] = lines[0] ?? [];
    expect([email, access, lastUsed, name]).toEqual([EMAIL, 'read-only', 'never', 'laptop']);
    expect(getDays(created, state)).toBeCloseTo(30, 2);
    expect(state).toMatch(/, expires in 30 days$/);
    expect(lines[1]?.[4]).toBe('active');
    await must('revoke-key', id);
    expect((await must('list-keys')).slice(1).map((line) => cells(line)[4])).toEqual([
      expect.stringMatching(/^revoked 2/),
      'active',
    ]);
    const store = open();
    expect(await store.accounts.principal(hashKey(key))).toBeUndefined();
    await store.close();
  });

  it.each([
    ['a full key', [], 365],
    ['a read-only key', ['--read-only'], 365],
    ['a key of one project', ['--project', 'octo-api'], 365],
    ['a capture key', ['--capture', 'octo-api'], undefined],
    ['a key that never expires', ['--expires', 'never'], undefined],
  ])('the command create-key gives %s the default lifetime', async (_name, args, days) => {
    const { must } = await createProject();
    await must('create-key', EMAIL, ...args);
    const [, , access, created, state = ''] = cells((await must('list-keys'))[1]);
    if (days === undefined) expect(state).toBe('active');
    else expect(getDays(created, state)).toBeCloseTo(days, 2);
    expect(access?.split(' ')[1]).toBe(args.includes('octo-api') ? 'octo-api' : undefined);
  });

  it('the command list-keys lists keys as revoked while their user is revoked', async () => {
    const { must } = await createProject();
    await must('create-key', EMAIL, '--expires', 'never');
    await must('create-key', EMAIL, '--expires-days', '30');
    const states = async () => (await must('list-keys')).slice(1).map((line) => cells(line)[4]);
    await must('revoke-member', EMAIL);
    const stoppedMember = expect.stringMatching(/^member revoked 2.*Z$/);
    expect(await states()).toEqual([stoppedMember, stoppedMember]);
    await must('restore-member', EMAIL);
    expect(await states()).toEqual(['active', expect.stringMatching(/^active until 2/)]);
  });

  it.each(['0', '-1', '1.5', 'soon', '', '1000000'])(
    'the command create-key rejects a lifetime of %j days',
    async (days) => {
      const { run, file } = createCli();
      const { code, errors } = await run(['create-key', EMAIL, `--expires-days=${days}`, '--database', file]);
      expect(code).toBe(2);
      expect(errors.join('\n')).toContain(`--expires-days must be an integer between 1 and 999999 (got "${days}")`);
    },
  );
});

describe('the project command', () => {
  it('the command "project set" enables and disables anonymous MCP access', async () => {
    const { must } = await createProject();
    const readCell = async () => cells((await must('list-projects'))[1])[3];
    expect(await readCell()).toBe('octo-api');
    await must('project', 'set', 'octo-api', '--anonymous-mcp', 'on');
    expect(await readCell()).toBe('on');
    await must('project', 'set', 'octo-api', '--anonymous-mcp', 'off');
    expect(await readCell()).toBe('octo-api');
  });

  it.each<[string[], number, string]>([
    [['set', 'octo-api'], 2, "required option '--anonymous-mcp <on|off>'"],
    [['set', 'octo-api', '--anonymous-mcp', 'yes'], 2, 'Allowed choices are on, off'],
    [['get', 'octo-api', '--anonymous-mcp', 'on'], 2, 'Allowed choices are set'],
    [['set', 'nowhere', '--anonymous-mcp', 'on'], 1, 'there is no project "nowhere"'],
  ])('the project command rejects the arguments %j', async (args, expected, message) => {
    const { run, file } = await createProject();
    const { code, errors } = await run(['project', ...args, '--database', file]);
    expect([code, errors.join('\n')]).toEqual([expected, expect.stringContaining(message)]);
  });
});

describe('rotate-key', () => {
  async function openWithKey() {
    const place = await createProject();
    const [old = ''] = await place.must('create-key', EMAIL, '--project', 'octo-api', '--name', 'action');
    const [id = ''] = cells((await place.must('list-keys'))[1]);
    const isValid = async (key: string) => {
      const store = place.open();
      const caller = await store.accounts.principal(hashKey(key));
      await store.close();
      return caller !== undefined;
    };
    const list = async () => (await place.must('list-keys')).slice(1).map(cells);
    return { ...place, old, id, isValid, list };
  }

  it('the command rotate-key prints a new key with the same rights, and the old key stays valid for the overlap', async () => {
    const { must, old, id, isValid, list } = await openWithKey();
    const [key = ''] = await must('rotate-key', id, '--overlap', '24h');
    expect([await isValid(old), await isValid(key)]).toEqual([true, true]);
    const rows = await list();
    expect(rows.map(([, , access, , , , name]) => [access, name])).toEqual([
      ['full octo-api', 'action'],
      ['full octo-api', 'action'],
    ]);
    const successor = rows.map(([each]) => each).find((each) => each !== id);
    const [, , , , state = ''] = rows.find(([each]) => each === id) ?? [];
    expect(state).toMatch(new RegExp(`^active until .*Z, rotated to ${successor}$`));
    const hours = (Date.parse(/until (\S+Z)/.exec(state)?.[1] ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeCloseTo(24, 1);
  });

  it('the command rotate-key with --overlap 0 revokes the old key immediately', async () => {
    const { must, old, id, isValid } = await openWithKey();
    const [key = ''] = await must('rotate-key', id, '--overlap', '0');
    expect([await isValid(old), await isValid(key)]).toEqual([false, true]);
  });

  it.each(['24', '1w', '-1h', '', '1.5h', '0h'])('the command rotate-key rejects the overlap %j', async (overlap) => {
    const { run, file, id } = await openWithKey();
    const { code, errors } = await run(['rotate-key', id, `--overlap=${overlap}`, '--database', file]);
    expect([code, errors.join('\n')]).toEqual([2, expect.stringContaining(`(got "${overlap}")`)]);
  });
});
