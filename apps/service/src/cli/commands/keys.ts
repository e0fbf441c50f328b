import { Command, Option } from 'commander';
import { createKey, hashKey } from '../../access/api-keys.ts';
import type { Access, ListedKey } from '../../store/accounts.ts';
import type { CliContext } from '../cli-context.ts';
import { formatTable } from '../format-table.ts';
import { createPositiveIntegerParser } from '../positive-integer.ts';

const DAY_MS = 86_400_000;

interface NewKeyOptions {
  readonly readOnly?: true;
  readonly capture?: string;
  readonly expiresDays?: number;
  readonly name?: string;
}

export function createKeyCommands(cli: CliContext): Command[] {
  return [
    new Command('create-key')
      .description('create an API key and print it; it cannot be shown again')
      .argument('<email>')
      .addOption(new Option('--read-only', 'create a read-only key').conflicts('capture'))
      .option(
        '--capture <slug>',
        'create a key that can only send logs of this project, for the servers that it captures',
      )
      .option(
        '--expires-days <days>',
        'days until the key expires; never if not set',
        createPositiveIntegerParser('--expires-days'),
      )
      .option('--name <name>', 'name of the key')
      .action((email: string, { readOnly, capture, expiresDays, name = '' }: NewKeyOptions) =>
        cli.useStore(async ({ accounts }) => {
          const key = createKey();
          await accounts.createKey(email, {
            access: getAccess(readOnly, capture),
            project: capture,
            hash: hashKey(key),
            name,
            expiresAt: expiresDays === undefined ? null : new Date(Date.now() + expiresDays * DAY_MS).toISOString(),
          });
          cli.terminal.out(key);
        }),
      ),
    new Command('list-keys')
      .description('list the keys of all users or of one user')
      .option('--user <email>', 'only the keys of this user')
      .action(({ user }: { user?: string }) =>
        cli.useStore(async ({ accounts }) => {
          const keys = await accounts.keys(user);
          const rows = keys.map((key) => [
            key.id,
            key.email,
            formatAccess(key),
            key.createdAt,
            formatState(key),
            key.name,
          ]);
          const header = ['ID', 'EMAIL', 'ACCESS', 'CREATED', 'STATE', 'NAME'];
          for (const line of formatTable([header, ...rows])) cli.terminal.out(line);
        }),
      ),
    new Command('revoke-key')
      .description('disable a key permanently')
      .argument('<key id>')
      .action((id: string) => cli.useStore(({ accounts }) => accounts.revokeKey(id))),
  ];
}

function getAccess(readOnly: true | undefined, capture: string | undefined): Access {
  if (capture !== undefined) return 'capture';
  return readOnly ? 'read-only' : 'full';
}

function formatAccess({ access, project }: ListedKey): string {
  return project === null ? access : `${access} ${project}`;
}

function formatState({ revokedAt, userRevokedAt, expiresAt }: ListedKey): string {
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  if (userRevokedAt !== null) return `user revoked ${userRevokedAt}`;
  if (expiresAt === null) return 'active';
  return `${expiresAt > new Date().toISOString() ? 'active until' : 'expired'} ${expiresAt}`;
}
