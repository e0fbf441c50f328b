/** First and last line of a range, counted from 1. */
export type LineRange = readonly [first: number, last: number];

/** A warning about a line of the text. */
export interface SourceWarning {
  readonly line: number;
  readonly message: string;
}

/** A document as data, with the lines of its parts. */
export interface OpenapiSource {
  readonly root: unknown;
  /** Returns the lines of the value at these keys. Supports the keys of the root object, paths and webhooks, their operations, and components. */
  lines(path: readonly string[]): LineRange | undefined;
  /** Returns the line of the first `$ref` with this value; undefined if the text writes the value with escapes or over several lines. */
  lineOfReference(reference: string): number | undefined;
  readonly warnings: readonly SourceWarning[];
}

/** The first error of a text, or the limit that the text exceeds. Lines and columns are counted from 1. */
export interface SourceFault {
  readonly syntax: 'JSON' | 'YAML';
  readonly kind: 'invalid' | 'limit';
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** Reason why the text could not be read. */
export interface UnreadableSource {
  readonly fault: SourceFault;
}

/** Returns whether the position of a value is needed. The depth is limited, which also limits the number of positions. */
export function isPlaced(path: readonly string[]): boolean {
  const [root, , kind] = path;
  if (path.length <= 1) return true;
  if (root === 'info') return path.length === 2;
  if (root === 'components') return path.length <= 3;
  if (root !== 'paths' && root !== 'webhooks') return false;
  return path.length <= 3 || (path.length === 4 && kind === 'additionalOperations');
}

/** Maximum number of warnings of one kind, so that a broken document does not flood the log. */
export const WARNING_LIMIT = 50;

/** Maximum depth of values whose positions are recorded. */
export const MAX_PLACE_DEPTH = 4;

export function createPlaceKey(path: readonly string[]): string {
  return path.join('\n');
}

/** Creates a function that finds references in a text, see `OpenapiSource.lineOfReference`. */
export function createReferenceFinder(text: string): OpenapiSource['lineOfReference'] {
  return (reference) => {
    const pattern = /["']?\$(?:r|dynamicR)ef["']?\s{0,100}:\s{0,100}["']?/g;
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      if (!text.startsWith(reference, end) || !/^(?:["'\s,}\]]|$)/.test(text.charAt(end + reference.length))) continue;
      return text.slice(0, match.index).split('\n').length;
    }
    return undefined;
  };
}
