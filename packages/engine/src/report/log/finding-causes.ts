import type { DocsWarning } from '../../docs/docs-warning.ts';
import type { SkippedDocument } from '../../docs/find-docs.ts';

/** The reason why a JSON or YAML file that is not an OpenAPI document is skipped. */
export const NOT_OPENAPI_REASON = 'it is not an OpenAPI 3 document';

/** Findings with the same cause. */
export type FindingGroup<T> = readonly [T, ...T[]];

/** Kinds of warnings whose messages differ although their cause is the same. */
const KINDS_WITH_ONE_CAUSE: ReadonlySet<DocsWarning['kind']> = new Set(['split']);

/** Matches the end of a reason if the end contains the name of another file or quotes the content of the skipped file. */
const REASON_DETAILS = /(?: of | to |: ).*$/su;

/** Matches names of files that are probably meant to be OpenAPI documents. */
const API_NAME_PATTERN = /openapi|swagger|(?:^|[^a-z])api(?:[^a-z]|$)/i;

/** Groups findings by their causes, in the order of their first findings. */
export function groupFindings<T>(findings: readonly T[], getCause: (finding: T) => string): FindingGroup<T>[] {
  return [...Map.groupBy(findings, getCause).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others] as const],
  );
}

/** Returns the cause of a warning: links to the same missing file have the same cause. */
export function getWarningCause({ kind, message }: DocsWarning): string {
  return KINDS_WITH_ONE_CAUSE.has(kind) ? kind : `${kind} ${message}`;
}

/** Returns the cause of a skipped file: its reason without the name of another file, such as the original of a translation. */
export function getSkipCause({ reason }: SkippedDocument): string {
  return reason.replace(REASON_DETAILS, '');
}

/** Returns whether to report that the file is skipped. Most JSON and YAML files in a docs folder are obviously not API descriptions. */
export function isNoteworthy({ path, reason }: SkippedDocument): boolean {
  return reason !== NOT_OPENAPI_REASON || API_NAME_PATTERN.test(path.slice(path.lastIndexOf('/') + 1));
}
