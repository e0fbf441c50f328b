import type { DocsWarning, DocsWarningKind } from '../../docs/docs-warning.ts';
import { type SkippedDocument, UNREAD_KIND_REASON } from '../../docs/find-docs.ts';
import { describeProblem } from '../../problem/problem.ts';
import { describeRecovery } from '../../problem/recovery.ts';
import { QUESTIONS_PATH } from '../../questions/questions-schema.ts';
import { describeConflict, getConflictFix, getPortalFile } from '../describe-portal.ts';
import { explainFailure } from '../explain-failure.ts';
import { listOtherFailures, needsManualCheck } from '../failures.ts';
import { describeLoss } from '../render/questions-part.ts';
import type { Report } from '../report-model.ts';
import { pluralize } from '../report-wording.ts';
import { type FindingGroup, getSkipCause, getWarningCause, groupFindings, isNoteworthy } from './finding-causes.ts';

export type AnnotationLevel = 'error' | 'warning' | 'notice';

/** A message about a file of the repository. The message may contain untrusted text. */
export interface Annotation {
  readonly level: AnnotationLevel;
  readonly message: string;
  readonly file?: string;
  readonly startLine?: number;
  readonly endLine?: number;
}

/** The level of each kind of warning. A `warning` should be fixed, and a `notice` is for information. */
const LEVELS: Readonly<Record<DocsWarningKind, AnnotationLevel>> = {
  'front-matter': 'warning',
  format: 'warning',
  encoding: 'warning',
  fence: 'warning',
  link: 'warning',
  image: 'warning',
  credential: 'warning',
  split: 'notice',
};

/**
 * Returns annotations for documents and skipped files, one per cause with its count. The kinds of annotations alternate, so that no kind uses up the
 * limit of annotations.
 */
export function createDocsAnnotations({ warnings, skipped }: Pick<Report, 'warnings' | 'skipped'>): Annotation[] {
  const kinds = Map.groupBy(groupFindings(warnings, getWarningCause), ([{ kind }]) => kind);
  const skippedFiles = skipped.filter(isNoteworthy);
  return interleave([
    ...[...kinds.values()].map((groups) => groups.map(createWarningAnnotation)),
    groupFindings(skippedFiles, getSkipCause).map(createSkippedAnnotation),
  ]);
}

/** Returns annotations for failed changes. Omits the failure that stopped the run, because it is reported separately. */
export function createFailureAnnotations({ result }: Pick<Report, 'result'>): Annotation[] {
  if (!result) return [];
  return listOtherFailures(result).map((failure): Annotation => {
    const { change } = failure;
    const message = describeProblem(explainFailure(failure, result));
    if (!change) return { level: 'error', message };
    const item = 'item' in change ? change.item : undefined;
    const lines = item ? { startLine: item.lines[0], endLine: item.lines[1] } : {};
    return { level: 'error', message, file: change.path, ...lines };
  });
}

/**
 * Returns an error for each failed change of the docs portal, and a warning for each page that others have created or changed, so that this run does not
 * change it.
 */
export function createPortalAnnotations(report: Pick<Report, 'portal' | 'result'>): Annotation[] {
  const { changes = [], navigation } = report.portal?.plan ?? {};
  const conflicts = changes.filter((change) => change.kind === 'conflict');
  const files = new Map(changes.map((change) => [change.path, getPortalFile(change)]));
  const failures = Map.groupBy(report.result?.portal?.failures ?? [], ({ error }) => error);
  return [
    ...[...failures].map(([error, [first, ...others]]): Annotation => {
      const name = first?.path === undefined ? 'the navigation of the docs portal' : `the page or file "${first.path}"`;
      const more = others.length > 0 ? ` and ${others.length} more` : '';
      const file = first?.path === undefined ? undefined : files.get(first.path);
      const place = file === undefined ? {} : { file };
      return { level: 'error', message: `${name}${more} could not be published: ${error.message}`, ...place };
    }),
    ...conflicts.map((change): Annotation => {
      const message = `docs portal: "${change.path}" was ${describeConflict(change)}. Fix: ${getConflictFix(change)}`;
      return { level: 'warning', message, file: change.file };
    }),
    ...(navigation?.kind === 'conflict' ? [{ level: 'warning', message: NAVIGATION_CONFLICT } as const] : []),
  ];
}

const NAVIGATION_CONFLICT =
  'docs portal: the navigation was not changed, because people or another repository wrote it. Fix: set it to null in the settings of the docs';

/** Returns warnings about unknown outcomes, and about a data source that may differ from the settings. */
export function createDoubtAnnotations({ counts, result }: Pick<Report, 'counts' | 'result'>): Annotation[] {
  const createWarning = (message: string): Annotation => ({ level: 'warning', message });
  const nextStep =
    result && !needsManualCheck('item', result)
      ? 'the next run determines the outcome'
      : `check the platform, then set on-in-doubt ${describeRecovery()}`;
  const items = `${pluralize(counts.inDoubt, 'item')} in doubt: ${nextStep}`;
  return [
    ...(counts.inDoubt > 0 ? [createWarning(items)] : []),
    ...(result?.connected === 'in-doubt'
      ? [
          createWarning(
            `The connection of the repository is in doubt, so it may be missing on the platform: check there, then set on-in-doubt to assume-created: data-source or resend: data-source ${describeRecovery()}`,
          ),
        ]
      : []),
    ...(result?.existing
      ? [
          createWarning(
            `The platform already had a data source for this repository and kept it unchanged: ${result.existing.message}`,
          ),
        ]
      : []),
  ];
}

/** Returns a warning for each lost answer and each problem of the file with golden questions, at its line. */
export function createQuestionAnnotations({ questions }: Pick<Report, 'questions'>): Annotation[] {
  if (!questions) return [];
  const { flips = [], problems } = questions;
  const createWarning = (line: number, message: string): Annotation => ({
    level: 'warning',
    message,
    file: QUESTIONS_PATH,
    startLine: line,
  });
  return [
    ...flips.flatMap((flip) =>
      flip.kind === 'lost'
        ? [
            createWarning(
              flip.question.line,
              `The answer to "${flip.question.text}" is lost: ${describeLoss(flip.loss)}`,
            ),
          ]
        : [],
    ),
    ...problems.map(({ line, problem, fix }) => createWarning(line, `${problem}. Fix: ${fix}`)),
  ];
}

function createWarningAnnotation([first, ...others]: FindingGroup<DocsWarning>): Annotation {
  const { kind, path, line, message } = first;
  const files = new Set([first, ...others].map((each) => each.path)).size;
  const count = others.length === 0 ? '' : ` (${others.length + 1} times in ${pluralize(files, 'file')})`;
  return { level: LEVELS[kind], message: `${message}${count}`, file: path, startLine: line };
}

function createSkippedAnnotation(group: FindingGroup<SkippedDocument>): Annotation {
  const [{ path, reason }, ...others] = group;
  if (reason.startsWith(UNREAD_KIND_REASON)) return { level: 'notice', message: describeUnreadFiles(group) };
  const message =
    others.length === 0
      ? `skipped: ${reason}`
      : `${pluralize(others.length + 1, 'file')} skipped for the same reason, such as ${path}: ${reason}`;
  return { level: 'notice', message, file: path };
}

/** Returns the number of files that are not read, and the number for each of their extensions. */
function describeUnreadFiles(files: readonly SkippedDocument[]): string {
  const extensions = [...Map.groupBy(files, ({ reason }) => reason.slice(reason.lastIndexOf('.')).toLowerCase())];
  const counts = extensions
    .map(([extension, { length }]) => ({ extension, length }))
    .sort((a, b) => b.length - a.length);
  const list = counts.map(({ extension, length }) => `${length} ${extension}`).join(', ');
  return `${pluralize(files.length, 'file')} of kinds that are not read: ${list}`;
}

/** Returns the first elements of all lists, then the second elements, and so on. */
function interleave<T>(lists: readonly (readonly T[])[]): T[] {
  const longestLength = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longestLength }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}
