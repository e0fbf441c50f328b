import { getDayOfMinute, getMinute } from '../../platform/time/minutes.ts';
import type { PageState, PageWorld } from '../../testing/page-state.fixture.ts';
import { OWN_PROJECT } from '../../testing/service.fixture.ts';

const TOOLS = `/projects/${OWN_PROJECT}/mcp`;
const TOOL = `${TOOLS}/search_context`;
const ROUTE = '/projects/:slug/mcp';

/** Counts calls by a client with a long name and markup. @returns a function that returns the path */
const openCalled = (path: string) => async (world: PageWorld) => {
  const day = getDayOfMinute(getMinute(Date.now()));
  const client = `<b>assistant</b> ${'x'.repeat(80)}`;
  await world.store.mcpTools.addCounts(world.project.id, [
    { day, tool: 'search_context', client, calls: 1_234, errors: 12, durationMs: 9_999 },
  ]);
  return path;
};

export const PAGE_STATES: readonly PageState[] = [
  { route: 'GET /mcp/setup', state: 'for everyone', visitor: 'anonymous', path: '/mcp/setup', shows: 'codex mcp add' },
  { route: 'GET /mcp/setup', state: 'for a member', path: '/mcp/setup', shows: 'VS Code' },
  { route: `GET ${ROUTE}`, state: 'with calls', path: openCalled(TOOLS), shows: '1,234' },
  { route: `GET ${ROUTE}`, state: 'without calls', path: TOOLS, shows: '0 of the' },
  {
    route: `GET ${ROUTE}`,
    state: 'for a member',
    visitor: 'member',
    path: TOOLS,
    shows: 'Only owners switch tools on and off',
  },
  {
    route: `GET ${ROUTE}`,
    state: 'of a project of others',
    visitor: 'outsider',
    path: TOOLS,
    status: 404,
    shows: 'There is no such project',
  },
  { route: `GET ${ROUTE}/:tool`, state: 'with calls', path: openCalled(TOOL), shows: 'Change the tool' },
  { route: `GET ${ROUTE}/:tool`, state: 'without calls', path: TOOL, shows: 'No client has called the tool' },
  {
    route: `GET ${ROUTE}/:tool`,
    state: 'for a member',
    visitor: 'member',
    path: TOOL,
    shows: 'Only owners change tools',
  },
  {
    route: `GET ${ROUTE}/:tool`,
    state: 'of no tool',
    path: `${TOOLS}/none`,
    status: 404,
    shows: 'There is no such MCP tool',
  },
  {
    route: `POST ${ROUTE}/:tool`,
    state: 'switched off',
    path: TOOL,
    fields: () => ({ enabled: 'off', description: 'Searches the docs of the pet shop' }),
    shows: 'The tool was changed',
  },
  {
    route: `POST ${ROUTE}/:tool`,
    state: 'with a description that is too long',
    path: TOOL,
    fields: () => ({ description: 'x'.repeat(1_001) }),
    status: 422,
    shows: 'at most 1000 characters',
  },
];
