import { getDayOfMinute, getMinute } from '../../platform/time/minutes.ts';
import type { PageState, PageWorld } from '../../testing/page-state.fixture.ts';
import { OWN_PROJECT } from '../../testing/service.fixture.ts';
import { createReport } from '../feedback/report.fixture.ts';

const TOOLS = `/projects/${OWN_PROJECT}/mcp`;
const TOOL = `${TOOLS}/search_context`;
const ROUTE = '/projects/:slug/mcp';

/** Stores calls of a client with a long name, intents and a missing capability. The texts contain markup. @returns a function that returns the path */
const openCalled = (path: string) => async (world: PageWorld) => {
  const day = getDayOfMinute(getMinute(Date.now()));
  const client = `<b>assistant</b> ${'x'.repeat(80)}`;
  await world.store.mcpTools.addCounts(world.project.id, [
    { day, tool: 'search_context', client, calls: 1_234, errors: 12, durationMs: 9_999 },
  ]);
  const intent = `Find how to rotate a key ${'x'.repeat(200)} <b>`;
  await world.store.mcpTools.askForIntent(world.project.id, true);
  const at = new Date().toISOString();
  await world.store.mcpTools.addIntents(world.project.id, [{ tool: 'search_context', client, intent, at }]);
  await world.store.feedback.report(world.project.id, createReport({ kind: 'missing', source: 'mcp', detail: intent }));
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
  {
    route: `POST ${ROUTE}`,
    state: 'asking for intents',
    path: TOOLS,
    fields: () => ({ intent: 'on' }),
    shows: 'Agents are asked for their intent from now on',
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
