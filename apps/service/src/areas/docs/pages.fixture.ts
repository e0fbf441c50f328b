import type { PageState } from '../../testing/page-state.fixture.ts';
import { MEMBER_STATES } from './member-pages.fixture.ts';
import { PORTAL_STATES } from './portal-pages.fixture.ts';

export const PAGE_STATES: readonly PageState[] = [...PORTAL_STATES, ...MEMBER_STATES];
