import type { Line } from './line.ts';
import type { SourceLines } from './source-lines.ts';

/** Reads lines with lookahead and can return to earlier lines. */
export interface LineReader {
  /** Returns a line without consuming it; `ahead` counts from the next line. */
  peek(ahead?: number): Line | undefined;
  next(): Line | undefined;
  /** Moves back by a number of consumed lines. */
  back(count: number): void;
  /**
   * Returns the lines up to the next line that equals `delimiter`, and consumes them and the delimiter. Returns undefined and consumes
   * nothing if there is none.
   */
  until(delimiter: string, verbatim?: boolean): Line[] | undefined;
  /** Returns and consumes all remaining lines. */
  rest(): Line[];
}

/** Creates a reader for the lines of a document or of a block. */
export function createLineReader(source: SourceLines | readonly Line[]): LineReader {
  const lines: Line[] = 'pull' in source ? [] : [...source];
  const pull = 'pull' in source ? source.pull : () => undefined;
  /** Delimiters that do not occur in the remaining lines, to avoid repeated searches. */
  const missing = new Set<string>();
  let at = 0;
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
      fill(at + ahead + 1);
      return lines[at + ahead];
    },
    next() {
      fill(at + 1);
      at += 1;
      return lines[at - 1];
    },
    back(count) {
      at -= count;
    },
    until(delimiter, verbatim = false) {
      if (missing.has(delimiter)) return undefined;
      for (let end = at; fill(end + 1, verbatim); end += 1) {
        if (lines[end]?.text !== delimiter) continue;
        const taken = lines.slice(at, end);
        at = end + 1;
        return taken;
      }
      missing.add(delimiter);
      return undefined;
    },
    rest() {
      fill(Number.POSITIVE_INFINITY);
      const taken = lines.slice(at);
      at = lines.length;
      return taken;
    },
  };
}
