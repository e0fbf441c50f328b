import type { PageState } from '../../testing/page-state.fixture.ts';
import { FOREIGN_PROJECT, OWN_PROJECT } from '../../testing/service.fixture.ts';

export const PAGE_STATES: readonly PageState[] = [
  { route: 'GET /', state: 'leads to the projects', path: '/', shows: OWN_PROJECT },
  { route: 'GET /projects', state: 'with projects', path: '/projects', shows: OWN_PROJECT },
  {
    route: 'GET /projects',
    state: 'without projects',
    visitor: 'newcomer',
    path: '/projects',
    shows: 'You are not a member of a project',
  },
  { route: 'GET /projects/:slug', state: 'own', path: `/projects/${OWN_PROJECT}`, shows: 'Your role' },
  {
    route: 'GET /projects/:slug',
    state: 'of others',
    path: `/projects/${FOREIGN_PROJECT}`,
    status: 404,
    shows: 'There is no such project',
  },
];
