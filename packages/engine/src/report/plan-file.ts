import { type Change, computeFingerprint } from '@context-sync/sync';
import type { QuestionsReport } from '../questions/answers-model.ts';
import type { DocumentItem } from '../questions/find-answers.ts';
import { formatPlace } from '../questions/read-questions.ts';
import { getPortalFile } from './describe-portal.ts';
import type { DriftCheckResult, PortalReport, Report } from './report-model.ts';

/** The version of the file format. It increases with every breaking change. */
const SCHEMA_VERSION = 2;

/** The empty property that `formatPlanFile` replaces with the changes. JSON escapes quotes in texts, so this string occurs only once. */
const NO_CHANGES = '"changes": []';

/**
 * Formats the plan as JSON: every change with its key, title, content and fingerprint, and the skipped files with reasons. Yields one change at a
 * time, because formatting a large plan at once takes many times its size in memory. No string is split between two yielded parts.
 */
export function* formatPlanFile(report: Omit<Report, 'result'>): Generator<string> {
  const [before = '', after = ''] = JSON.stringify(createEnvelope(report), null, 2).split(NO_CHANGES);
  yield `${before}"changes": [`;
  let separator = '';
  for (const change of report.plan?.changes ?? []) {
    if (change.kind === 'unchanged') continue;
    const entry = JSON.stringify(createChangeEntry(change), null, 2).replaceAll('\n', '\n    ');
    yield `${separator}\n    ${entry}`;
    separator = ',';
  }
  yield `${separator === '' ? '' : '\n  '}]${after}\n`;
}

/** Returns the plan file without its changes. */
function createEnvelope({
  project,
  commit,
  outcome,
  counts,
  plan,
  skipped,
  warnings,
  questions,
  verified,
  portal,
}: Omit<Report, 'result'>) {
  const connect = plan?.connect;
  return {
    schemaVersion: SCHEMA_VERSION,
    project,
    commit,
    outcome,
    connect: connect ? { kind: connect.kind, source: connect.source } : null,
    counts,
    changes: [],
    skipped,
    warnings,
    ...(questions ? { questions: createQuestionsEntry(questions) } : {}),
    ...(verified ? { verified: createVerifiedEntry(verified) } : {}),
    ...(portal ? { portal: createPortalEntry(portal) } : {}),
  };
}

/** Returns the changes of the docs portal without the texts of the pages. */
function createPortalEntry({ url, plan, preview }: PortalReport) {
  const { changes, unchanged, navigation } = plan;
  return {
    url,
    ...(preview ? { preview } : {}),
    unchanged,
    navigation: navigation ?? null,
    changes: changes.map((change) => ({
      what: change.what,
      kind: change.kind,
      path: change.path,
      file: getPortalFile(change),
      ...('page' in change ? { title: change.page.title, public: change.page.public } : {}),
      ...(change.kind === 'move' && change.before ? { movedFrom: change.before.path } : {}),
      ...(change.kind === 'conflict' ? { reason: change.reason } : {}),
    })),
  };
}

/** Returns the results of the golden questions: the counts, the questions whose outcome differs from the base commit, and the problems of their file. */
export function createQuestionsEntry({ top, checked, found, flips, problems }: QuestionsReport) {
  const describeItem = ({ path, key, title, lines }: DocumentItem) => ({ path, key, title, lines });
  return {
    top,
    checked,
    found,
    flips:
      flips?.map((flip) => ({
        kind: flip.kind,
        question: flip.question.text,
        line: flip.question.line,
        expected: flip.question.places.map(formatPlace),
        was: flip.kind === 'new' ? null : describeItem(flip.was),
        now: flip.kind === 'lost' ? null : describeItem(flip.now),
        ...(flip.kind === 'lost'
          ? { loss: 'by' in flip.loss ? { ...flip.loss, by: describeItem(flip.loss.by) } : flip.loss }
          : {}),
      })) ?? null,
    problems: problems.map(({ line, problem, fix }) => ({ line, problem, fix })),
  };
}

function createVerifiedEntry({ complete, corrections, unknown }: DriftCheckResult) {
  const correctionEntries = corrections.map(({ path, record: { key, title, id }, finding }) => ({
    finding,
    path,
    key,
    title,
    id,
  }));
  return { complete, found: correctionEntries, unknown: unknown.map(({ id, title }) => ({ id, title })) };
}

function createChangeEntry(change: Change) {
  const item = 'item' in change ? change.item : undefined;
  const record = 'record' in change ? change.record : undefined;
  return {
    kind: change.kind,
    path: change.path,
    key: item?.key ?? record?.key,
    title: item?.title ?? record?.title,
    ...(item ? { content: item.content, public: item.public, lines: item.lines } : {}),
    fingerprint: item ? computeFingerprint(item) : record?.fingerprint,
    ...(record?.id === undefined ? {} : { id: record.id }),
  };
}
