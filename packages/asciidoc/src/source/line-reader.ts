import type { AsciidocLine } from './source-line.ts';
import type { SourceLines } from './source-lines.ts';

/** A reader of lines with lookahead that can return to earlier lines. */
export interface LineReader {
  /** Returns a line without consuming it; `ahead` counts from the next line. */
  peek(ahead?: number): AsciidocLine | undefined;
  next(): AsciidocLine | undefined;
  /** Moves back by a number of consumed lines. */
  back(count: number): void;
  /**
   * Returns the lines up to the next line that equals `delimiter`, and consumes them and the delimiter. Returns undefined and consumes nothing if
   * there is none.
   */
  until(delimiter: string, verbatim?: boolean): AsciidocLine[] | undefined;
  /** Returns and consumes all remaining lines. */
  rest(): AsciidocLine[];
}

/** Creates a reader for the lines of a document or of a block. */
export function createLineReader(source: SourceLines | readonly AsciidocLine[]): LineReader {
  const lines: AsciidocLine[] = 'pull' in source ? [] : [...source];
  const pull = 'pull' in source ? source.pull : () => undefined;
  /** Delimiters that do not occur in the remaining lines, to avoid repeated searches. */
  const missingFiles = new Set<string>();
  let index = 0;
  const fill = (length: number, verbatim = false) => {
    while (lines.length < length) {
      const line = pull(verbatim);
      if (!line) return false;
      lines.push(line);
    }
    return true;
  };
  return {
    peek(ahead = 0) {
      fill(index + ahead + 1);
      return lines[index + ahead];
    },
    next() {
      fill(index + 1);
      index += 1;
      return lines[index - 1];
    },
    back(count) {
      index -= count;
    },
    until(delimiter, verbatim = false) {
      if (missingFiles.has(delimiter)) return undefined;
      for (let end = index; fill(end + 1, verbatim); end += 1) {
        if (lines[end]?.text !== delimiter) continue;
        const linesBefore = lines.slice(index, end);
        index = end + 1;
        return linesBefore;
      }
      missingFiles.add(delimiter);
      return undefined;
    },
    rest() {
      fill(Number.POSITIVE_INFINITY);
      const remainingLines = lines.slice(index);
      index = lines.length;
      return remainingLines;
    },
  };
}
