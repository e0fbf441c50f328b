import type { PageState, PageWorld } from '../../testing/page-state.fixture.ts';
import { OWN_PROJECT } from '../../testing/service.fixture.ts';
import { createReport } from './report.fixture.ts';

const INBOX = `/projects/${OWN_PROJECT}/feedback`;
const ROUTE = '/projects/:slug/feedback';

/** Stores a report with a long text and markup. @returns the path of its page */
async function openReport({ store, project }: PageWorld): Promise<string> {
  const text = `Broken ${'x'.repeat(300)}\n<b>`;
  const subject = { type: 'page', ref: `guides/${'long-'.repeat(50)}` } as const;
  await store.feedback.report(
    project.id,
    createReport({ detail: text, impact: 'blocked', task: text, about: subject, logId: 'log_1' }),
  );
  const { items } = await store.feedback.list(project.id, {}, { limit: 1, cursor: undefined });
  return `${INBOX}/${items[0]?.id}`;
}

export const PAGE_STATES: readonly PageState[] = [
  {
    route: `GET ${ROUTE}`,
    state: 'with a report',
    async path(world) {
      await openReport(world);
      return INBOX;
    },
    shows: 'About page guides/',
  },
  { route: `GET ${ROUTE}`, state: 'empty', path: INBOX, shows: 'No feedback yet' },
  { route: `GET ${ROUTE}/:id`, state: 'of a reader', path: openReport, shows: 'How it is handled' },
  {
    route: `GET ${ROUTE}/:id`,
    state: 'of no one',
    path: `${INBOX}/none`,
    status: 404,
    shows: 'There is no such feedback',
  },
  {
    route: `POST ${ROUTE}/:id`,
    state: 'saved',
    path: openReport,
    fields: () => ({ status: 'in_progress', note: 'Asked the team' }),
    shows: 'The status and the note were saved',
  },
];
