import { Command, Option } from 'commander';
import type { Access, ListedKey } from '../../platform/access/accounts.ts';
import { createKey, hashKey } from '../../platform/access/api-keys.ts';
import { DEFAULT_KEY_LIFETIME_DAYS, formatKeyState, getExpiry } from '../../platform/access/key-lifetime.ts';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { createDurationParser } from '../../platform/cli/duration.ts';
import { formatTable } from '../../platform/cli/format-table.ts';
import { createPositiveIntegerParser } from '../../platform/cli/positive-integer.ts';
import type { PlatformPorts } from '../../platform/ports.ts';

interface ExpiryOptions {
  readonly expiresDays?: number;
  readonly expires?: 'never';
}

interface NewKeyOptions extends ExpiryOptions {
  readonly readOnly?: true;
  readonly project?: string;
  readonly capture?: string;
  readonly name?: string;
}

export function createKeyCommands(cli: CliContext<PlatformPorts>): Command[] {
  return [createCreateCommand(cli), createListCommand(cli), createRotateCommand(cli), createRevokeCommand(cli)];
}

function createCreateCommand(cli: CliContext<PlatformPorts>): Command {
  const command = new Command('create-key')
    .description('create an API key and print it; it cannot be shown again')
    .argument('<email>')
    .addOption(new Option('--read-only', 'create a read-only key').conflicts('capture'))
    .addOption(
      new Option('--project <slug>', 'create a key that can access only this project of its owner').conflicts(
        'capture',
      ),
    )
    .option(
      '--capture <slug>',
      'create a key that can only send logs of this project, for the servers whose requests are captured; it does not expire by default',
    )
    .option('--name <name>', 'name of the key');
  addExpiryOptions(command, `${DEFAULT_KEY_LIFETIME_DAYS} if not set`);
  return command.action(async (email: string, { readOnly, project, capture, name = '', ...expiry }: NewKeyOptions) => {
    const key = createKey();
    const access = getAccess(readOnly, capture);
    const slug = capture ?? project;
    const chosenExpiry = getExpiryTime(expiry);
    const expiresAt = chosenExpiry === undefined ? getExpiry(access) : chosenExpiry;
    await cli.change(async ({ accounts }, make) => {
      const change = {
        action: 'key.create',
        project: slug === undefined ? undefined : await accounts.projectBySlug(slug),
        target: (id: string) => id,
      } as const;
      await make(change, () =>
        accounts.createKey(email, { access, project: slug, hash: hashKey(key), name, expiresAt }),
      );
    });
    cli.terminal.out(key);
  });
}

function createListCommand(cli: CliContext<PlatformPorts>): Command {
  return new Command('list-keys')
    .description('list the keys of all members or of one member')
    .option('--member <email>', 'only the keys of this member')
    .addOption(new Option('--user <email>', 'old name of --member').hideHelp().conflicts('member'))
    .action(({ member, user }: { member?: string; user?: string }) =>
      cli.useStore(async ({ accounts }) => {
        const keys = await accounts.keys(member ?? user);
        const rows = keys.map((key) => [
          key.id,
          key.email,
          formatAccess(key),
          key.createdAt,
          formatKeyState(key, Date.now()),
          key.lastUsedAt ?? 'never',
          key.name,
        ]);
        const header = ['ID', 'EMAIL', 'ACCESS', 'CREATED', 'STATE', 'LAST USED', 'NAME'];
        for (const line of formatTable([header, ...rows])) cli.terminal.out(line);
      }),
    );
}

function createRotateCommand(cli: CliContext<PlatformPorts>): Command {
  const command = new Command('rotate-key')
    .description('create a key with the same rights and print it; the old key expires after the overlap')
    .argument('<key id>')
    .option(
      '--overlap <duration>',
      'time for which both keys are valid, such as 30m, 24h or 7d; 0 to end the old key now',
      createDurationParser('--overlap'),
      createDurationParser('--overlap')('24h'),
    );
  addExpiryOptions(command, 'the same lifetime as the old key if not set');
  return command.action(async (id: string, { overlap, ...expiry }: ExpiryOptions & { overlap: number }) => {
    const key = createKey();
    await cli.change(async ({ accounts }, make) => {
      const slug = (await accounts.keys()).find((each) => each.id === id)?.project;
      const project = slug === undefined || slug === null ? undefined : await accounts.projectBySlug(slug);
      const oldExpiresAt = new Date(Date.now() + overlap).toISOString();
      const rotation = { hash: hashKey(key), oldExpiresAt, expiresAt: getExpiryTime(expiry) };
      await make({ action: 'key.create', project, target: (successor: string) => successor }, () =>
        make({ action: 'key.rotate', project, target: id }, () => accounts.rotateKey(id, rotation)),
      );
    });
    cli.terminal.out(key);
  });
}

function createRevokeCommand(cli: CliContext<PlatformPorts>): Command {
  return new Command('revoke-key')
    .description('disable a key permanently')
    .argument('<key id>')
    .action(async (id: string) => {
      const revokedKey = await cli.change(async ({ accounts }, make) => {
        const key = (await accounts.keys()).find((each) => each.id === id);
        const project = key?.project ? await accounts.projectBySlug(key.project) : undefined;
        await make({ action: 'key.revoke', project, target: id }, async () => {
          await accounts.revokeKey(id);
          return true;
        });
        return key;
      });
      cli.terminal.out(`Revoked key ${id}${revokedKey ? formatOwner(revokedKey) : ''}`);
    });
}

function addExpiryOptions(command: Command, fallback: string): void {
  command
    .option(
      '--expires-days <days>',
      `days until the key expires; ${fallback}`,
      createPositiveIntegerParser('--expires-days'),
    )
    .addOption(
      new Option('--expires <never>', 'create a key that does not expire').choices(['never']).conflicts('expiresDays'),
    );
}

/** Returns the expiry time that the options define: null if the key never expires; undefined if no option is set. */
function getExpiryTime({ expiresDays, expires }: ExpiryOptions): string | null | undefined {
  if (expires !== undefined) return null;
  return expiresDays === undefined ? undefined : new Date(Date.now() + expiresDays * 86_400_000).toISOString();
}

function getAccess(readOnly: true | undefined, capture: string | undefined): Access {
  if (capture !== undefined) return 'capture';
  return readOnly ? 'read-only' : 'full';
}

/** Describes a key, so that an operator notices if it is the wrong one. */
function formatOwner(key: ListedKey): string {
  return ` of ${key.email}: ${formatAccess(key)}${key.name === '' ? '' : `, "${key.name}"`}`;
}

function formatAccess({ access, project }: ListedKey): string {
  return project === null ? access : `${access} ${project}`;
}
