import { hashKey, newKey } from '../../access/keys.ts';
import type { ListedKey } from '../../store/accounts.ts';
import { type Command, columns, positive } from '../command.ts';

const DAY = 86_400_000;

export const keyCommands: readonly Command[] = [
  {
    name: 'create-key',
    takes: ['EMAIL'],
    usage:
      'EMAIL [--read-only] [--expires-days N] [--name NAME]\n                  prints the key, which cannot be shown again',
    options: { 'read-only': { type: 'boolean' }, 'expires-days': { type: 'string' }, name: { type: 'string' } },
    async run({ terminal, names: [email = ''], text, flag, withStore }) {
      const days = positive('expires-days', text('expires-days'));
      await withStore(async ({ accounts }) => {
        const key = newKey();
        await accounts.createKey(email, {
          access: flag('read-only') ? 'read-only' : 'full',
          hash: hashKey(key),
          name: text('name') ?? '',
          expiresAt: days === undefined ? null : new Date(Date.now() + days * DAY).toISOString(),
        });
        terminal.out(key);
      });
    },
  },
  {
    name: 'list-keys',
    takes: [],
    usage: '[--user EMAIL]',
    options: { user: { type: 'string' } },
    run: ({ terminal, text, withStore }) =>
      withStore(async ({ accounts }) => {
        const rows = (await accounts.keys(text('user'))).map((key) => [
          key.id,
          key.email,
          key.access,
          key.createdAt,
          stateOf(key),
          key.name,
        ]);
        for (const line of columns([['ID', 'E-MAIL', 'ACCESS', 'CREATED', 'STATE', 'NAME'], ...rows]))
          terminal.out(line);
      }),
  },
  {
    name: 'revoke-key',
    takes: ['KEY-ID'],
    usage: 'KEY-ID                  for good',
    run: ({ names: [id = ''], withStore }) => withStore(({ accounts }) => accounts.revokeKey(id)),
  },
];

function stateOf({ revokedAt, userRevokedAt, expiresAt }: ListedKey): string {
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  if (userRevokedAt !== null) return `user revoked ${userRevokedAt}`;
  if (expiresAt === null) return 'works';
  return `${expiresAt > new Date().toISOString() ? 'works until' : 'expired'} ${expiresAt}`;
}
