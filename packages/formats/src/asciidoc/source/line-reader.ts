import type { Line } from './line.ts';
import type { SourceLines } from './source-lines.ts';

/** Reads lines with look-ahead, and can go back. */
export interface LineReader {
  /** The line `ahead` of the next one, without taking it. */
  peek(ahead?: number): Line | undefined;
  next(): Line | undefined;
  /** Gives back the last lines that were taken. */
  back(count: number): void;
  /** Takes the lines up to one that is `delimiter`, and that one. Undefined, with nothing taken, where there is none. */
  until(delimiter: string, verbatim?: boolean): Line[] | undefined;
  /** Takes all that is left. */
  rest(): Line[];
}

/** Over the lines of a whole document, or of a block in it. */
export function createLineReader(source: SourceLines | readonly Line[]): LineReader {
  const lines: Line[] = 'pull' in source ? [] : [...source];
  const pull = 'pull' in source ? source.pull : () => undefined;
  /** Delimiters that do not occur any more, so that a search for them is not repeated. */
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
