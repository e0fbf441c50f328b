/** The marker that a line begins with, which makes it an item of a list. */
export interface ListMarker {
  readonly kind: 'bullet' | 'number' | 'callout' | 'description';
  /** Items with the same key are siblings; another key nests. */
  readonly key: string;
  /** What follows the marker. */
  readonly text: string;
  /** Of a description: what is described. */
  readonly term?: string;
  /** Of a numbered item or a callout, where it is written out. */
  readonly number?: number;
}

const BULLET = /^[ \t]*(-|\*+|•)[ \t]+(?=\S)/;
const NUMBER = /^[ \t]*(?:(\.+)|(\d{1,9})\.|([a-z])\.|([A-Z])\.|([ivx]{1,9})\)|([IVX]{1,9})\))[ \t]+(?=\S)/;
const CALLOUT = /^<(\d{1,9}|\.|!--\d{1,9}--)>[ \t]+(?=\S)/;

export function listMarker(line: string): ListMarker | undefined {
  const bullet = BULLET.exec(line);
  if (bullet) return { kind: 'bullet', key: bullet[1] ?? '', text: line.slice(bullet[0].length) };
  const number = NUMBER.exec(line);
  if (number) {
    const written = number[2];
    return {
      kind: 'number',
      key: number[1] ?? `#${number.findIndex((part, index) => index > 0 && part !== undefined)}`,
      text: line.slice(number[0].length),
      ...(written === undefined ? {} : { number: Number(written) }),
    };
  }
  const callout = CALLOUT.exec(line);
  if (callout) {
    const digits = /\d+/.exec(callout[0])?.[0];
    return {
      kind: 'callout',
      key: '<>',
      text: line.slice(callout[0].length),
      ...(digits === undefined ? {} : { number: Number(digits) }),
    };
  }
  return descriptionMarker(line);
}

/** `term::`, `term:::`, `term::::` or `term;;`, with white space or nothing behind. */
function descriptionMarker(line: string): ListMarker | undefined {
  if (line.startsWith('//')) return undefined;
  const match = /(?<![:;])(?::{2,4}|;;)(?=[ \t]|$)/.exec(line);
  const term = match ? line.slice(0, match.index).trim() : '';
  if (!match || term === '') return undefined;
  return { kind: 'description', key: match[0], text: line.slice(match.index + match[0].length).trim(), term };
}
