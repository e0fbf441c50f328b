import { type Command, columns, UsageError } from '../command.ts';

const SLUG = 'SLUG';

export const projectCommands: readonly Command[] = [
  {
    name: 'create-project',
    takes: [SLUG],
    usage: 'SLUG --owner EMAIL [--name NAME]',
    options: { owner: { type: 'string' }, name: { type: 'string' } },
    async run({ terminal, names: [slug = ''], text, withStore }) {
      const owner = text('owner');
      if (owner === undefined) throw new UsageError('create-project needs --owner EMAIL');
      await withStore(async ({ accounts }) =>
        terminal.out(await accounts.createProject(slug, text('name') ?? slug, owner)),
      );
    },
  },
  {
    name: 'list-projects',
    takes: [],
    usage: '',
    run: ({ terminal, withStore }) =>
      withStore(async ({ accounts }) => {
        const projects = await accounts.projects();
        const rows = projects.map(({ id, slug, name, createdAt, closedAt, anonymousMcp }) => [
          id,
          slug,
          createdAt,
          closedAt ?? '',
          anonymousMcp ? 'on' : '',
          name,
        ]);
        const names = ['ID', 'SLUG', 'CREATED', 'CLOSED', 'ANONYMOUS MCP', 'NAME'];
        for (const line of columns([names, ...rows])) terminal.out(line);
      }),
  },
  {
    name: 'project',
    takes: ['set', SLUG],
    usage:
      'set SLUG --anonymous-mcp on|off\n                  whether who has no key may read its public context items over MCP',
    options: { 'anonymous-mcp': { type: 'string' } },
    async run({ names: [action = '', slug = ''], text, withStore }) {
      if (action !== 'set') throw new UsageError(`project takes "set", not "${action}"`);
      const value = text('anonymous-mcp');
      if (value !== 'on' && value !== 'off') {
        throw new UsageError(
          `project set needs --anonymous-mcp on or off${value === undefined ? '' : `, not "${value}"`}`,
        );
      }
      await withStore(({ accounts }) => accounts.setAnonymousMcp(slug, value === 'on'));
    },
  },
  {
    name: 'close-project',
    takes: [SLUG],
    usage: 'SLUG                 nobody reaches it; its data stays',
    run: ({ names: [slug = ''], withStore }) => withStore(({ accounts }) => accounts.setClosed(slug, true)),
  },
  {
    name: 'reopen-project',
    takes: [SLUG],
    usage: 'SLUG',
    run: ({ names: [slug = ''], withStore }) => withStore(({ accounts }) => accounts.setClosed(slug, false)),
  },
  {
    name: 'add-member',
    takes: [SLUG, 'EMAIL'],
    usage: 'SLUG EMAIL',
    run: ({ names: [slug = '', email = ''], withStore }) =>
      withStore(({ accounts }) => accounts.addMember(slug, email)),
  },
  {
    name: 'remove-member',
    takes: [SLUG, 'EMAIL'],
    usage: 'SLUG EMAIL',
    run: ({ names: [slug = '', email = ''], withStore }) =>
      withStore(({ accounts }) => accounts.removeMember(slug, email)),
  },
  {
    name: 'list-members',
    takes: [SLUG],
    usage: 'SLUG',
    run: ({ terminal, names: [slug = ''], withStore }) =>
      withStore(async ({ accounts }) => {
        const members = await accounts.membersOf(slug);
        const rows = members.map(({ userId, email, since }) => [userId, email, since]);
        for (const line of columns([['USER', 'E-MAIL', 'SINCE'], ...rows])) terminal.out(line);
      }),
  },
];
