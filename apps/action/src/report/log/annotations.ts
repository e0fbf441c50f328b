import type { DocsWarning, DocsWarningKind } from '../../docs/docs-warning.ts';
import type { Skipped } from '../../docs/documents.ts';
import { describeProblem } from '../../problem/problem.ts';
import { explainFailure } from '../explain.ts';
import { needsManualCheck, otherFailures } from '../failures.ts';
import type { Report } from '../model.ts';
import { pluralize } from '../wording.ts';

export type AnnotationLevel = 'error' | 'warning' | 'notice';

/** Something said at a place of the repository. Texts may hold anything. */
export interface Annotation {
  readonly level: AnnotationLevel;
  readonly message: string;
  readonly file?: string;
  readonly startLine?: number;
  readonly endLine?: number;
}

/** What somebody should mend is a warning; what is only good to know is a notice. */
const LEVELS: Readonly<Record<DocsWarningKind, AnnotationLevel>> = {
  'front-matter': 'warning',
  format: 'warning',
  encoding: 'warning',
  fence: 'warning',
  link: 'warning',
  image: 'warning',
  credential: 'warning',
  title: 'notice',
  split: 'notice',
};

/** The warnings on documents and the files that were skipped. One of each kind comes first, so that no kind crowds the others out. */
export function docsAnnotations({ warnings, skipped }: Pick<Report, 'warnings' | 'skipped'>): Annotation[] {
  const kinds = [...Map.groupBy(warnings, ({ kind }) => kind).values()].map((own) => own.map(warningAnnotation));
  return interleave([...kinds, skipped.map(skippedAnnotation)]);
}

/** The changes that failed. What stopped the whole run is not among them: it is told once, however many requests met it. */
export function failureAnnotations({ result }: Pick<Report, 'result'>): Annotation[] {
  if (!result) return [];
  return otherFailures(result).map((failure): Annotation => {
    const { change } = failure;
    const message = describeProblem(explainFailure(failure, result));
    if (!change) return { level: 'error', message };
    const item = 'item' in change ? change.item : undefined;
    const lines = item ? { startLine: item.lines[0], endLine: item.lines[1] } : {};
    return { level: 'error', message, file: change.path, ...lines };
  });
}

/** Warns of outcomes that are unknown, and of a data source that may not be what the settings say. */
export function doubtAnnotations({ counts, result }: Pick<Report, 'counts' | 'result'>): Annotation[] {
  const warning = (message: string): Annotation => ({ level: 'warning', message });
  const next =
    result && !needsManualCheck('item', result)
      ? 'the next run finds out what became of the requests'
      : 'look on the platform, then set on-in-doubt for one run';
  const items = `${pluralize(counts.inDoubt, 'item')} in doubt: ${next}`;
  return [
    ...(counts.inDoubt > 0 ? [warning(items)] : []),
    ...(result?.connected === 'in-doubt'
      ? [warning('Whether the repository is connected is in doubt; see the summary')]
      : []),
    ...(result?.existing
      ? [
          warning(
            `The platform had connected the repository before, and keeps that data source: ${result.existing.message}`,
          ),
        ]
      : []),
  ];
}

function warningAnnotation({ kind, path, line, message }: DocsWarning): Annotation {
  return { level: LEVELS[kind], message, file: path, startLine: line };
}

function skippedAnnotation({ path, reason }: Skipped): Annotation {
  return { level: 'notice', message: `not synced: ${reason}`, file: path };
}

/** The first of each list, then the second of each, and so on. */
function interleave<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}
