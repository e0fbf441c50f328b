import { integer, oneOf, text, time } from '../../platform/database/column.ts';
import { defineTable } from '../../platform/database/table.ts';
import { FEEDBACK_KINDS, FEEDBACK_SOURCES, FEEDBACK_STATUSES, FEEDBACK_SUBJECTS } from './store.ts';

export const FEEDBACK = defineTable({
  name: 'feedback',
  key: ['number'],
  columns: {
    number: integer(),
    id: text(),
    projectId: text(),
    source: oneOf(FEEDBACK_SOURCES),
    kind: oneOf(FEEDBACK_KINDS),
    aboutType: oneOf(FEEDBACK_SUBJECTS, { nullable: true }),
    aboutRef: text({ nullable: true, content: 'captured' }),
    /** JSON of the other properties of a report. */
    report: text({ content: 'captured' }),
    /** The lower-case texts of the report, for searches. */
    folded: text({ content: 'captured' }),
    userId: text({ nullable: true, content: 'user' }),
    logId: text({ nullable: true }),
    endpointId: text({ nullable: true }),
    fingerprint: text(),
    times: integer(),
    firstAt: time(),
    lastAt: time(),
    status: oneOf(FEEDBACK_STATUSES),
    note: text({ nullable: true, content: 'members' }),
  },
});

/** The reports of each reporter within the last day, for the rate limits. */
export const FEEDBACK_REPORTS = defineTable({
  name: 'feedback_reports',
  key: ['projectId', 'feedbackId', 'reporter'],
  columns: {
    projectId: text(),
    feedbackId: text(),
    reporter: text({ content: 'user' }),
    at: time(),
  },
});

export const FEEDBACK_TABLES = [FEEDBACK, FEEDBACK_REPORTS];
