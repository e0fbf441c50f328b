import type { PageState } from '../../testing/page-state.fixture.ts';

export const PAGE_STATES: readonly PageState[] = [
  {
    route: 'GET /dev/components',
    state: 'for developers',
    visitor: 'anonymous',
    path: '/dev/components',
    shows: 'Every component',
  },
  {
    route: 'POST /dev/components',
    state: 'sent',
    visitor: 'anonymous',
    path: '/dev/components',
    shows: 'Every component',
  },
];

/** Error pages for invalid URLs. These pages have no route. */
export const ERROR_STATES: readonly PageState[] = [
  {
    route: 'GET /nothing',
    state: 'for a member',
    path: '/nothing/here',
    status: 404,
    shows: 'the docs of a project are at /p/',
  },
  {
    route: 'GET /nothing',
    state: 'for everyone',
    visitor: 'anonymous',
    path: '/nothing/here',
    status: 404,
    shows: 'the docs of a project are at /p/',
  },
];
