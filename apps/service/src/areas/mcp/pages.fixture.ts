import type { PageState } from '../../testing/page-state.fixture.ts';

export const PAGE_STATES: readonly PageState[] = [
  { route: 'GET /mcp/setup', state: 'for everyone', visitor: 'anonymous', path: '/mcp/setup', shows: 'codex mcp add' },
  { route: 'GET /mcp/setup', state: 'for a member', path: '/mcp/setup', shows: 'VS Code' },
];
