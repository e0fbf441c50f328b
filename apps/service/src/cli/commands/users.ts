import { type Command, columns } from '../command.ts';

const EMAIL = 'EMAIL';

export const userCommands: readonly Command[] = [
  {
    name: 'create-user',
    takes: [EMAIL],
    usage: 'EMAIL',
    run: ({ terminal, names: [email = ''], withStore }) =>
      withStore(async ({ accounts }) => terminal.out(await accounts.createUser(email))),
  },
  {
    name: 'list-users',
    takes: [],
    usage: '',
    run: ({ terminal, withStore }) =>
      withStore(async ({ accounts }) => {
        const users = await accounts.users();
        const rows = users.map(({ id, email, createdAt, revokedAt }) => [id, email, createdAt, revokedAt ?? '']);
        for (const line of columns([['ID', 'E-MAIL', 'CREATED', 'REVOKED'], ...rows])) terminal.out(line);
      }),
  },
  {
    name: 'revoke-user',
    takes: [EMAIL],
    usage: "EMAIL                  the user's keys stop working",
    run: ({ names: [email = ''], withStore }) => withStore(({ accounts }) => accounts.setRevoked(email, true)),
  },
  {
    name: 'restore-user',
    takes: [EMAIL],
    usage: 'EMAIL                  they work again',
    run: ({ names: [email = ''], withStore }) => withStore(({ accounts }) => accounts.setRevoked(email, false)),
  },
];
