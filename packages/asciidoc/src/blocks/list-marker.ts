import { getElementAt } from '@context-sync/base';
/** The marker at the start of a list item. */
export interface ListMarker {
  readonly kind: 'bullet' | 'number' | 'callout' | 'description';
  /** Key that identifies the list level. Items with equal keys are siblings; an item with another key is nested. */
  readonly key: string;
  /** Text of the item after its marker. */
  readonly text: string;
  /** Term of an item in a description list. */
  readonly term?: string;
  /** Number of a numbered item or of a callout; absent if the marker contains no number. */
  readonly number?: number;
}

const BULLET_PATTERN = /^[ \t]*(-|\*+|•)[ \t]+(?=\S)/;
const NUMBER_PATTERN = /^[ \t]*(?:(\.+)|(\d{1,9})\.|([a-z])\.|([A-Z])\.|([ivx]{1,9})\)|([IVX]{1,9})\))[ \t]+(?=\S)/;
const CALLOUT_PATTERN = /^<(\d{1,9}|\.|!--\d{1,9}--)>[ \t]+(?=\S)/;

export function parseListMarker(line: string): ListMarker | undefined {
  const bullet = BULLET_PATTERN.exec(line);
  if (bullet) return { kind: 'bullet', key: getElementAt(bullet, 1), text: line.slice(bullet[0].length) };
  const number = NUMBER_PATTERN.exec(line);
  if (number) {
    const numberText = number[2];
    return {
      kind: 'number',
      key: number[1] ?? `#${number.findIndex((part, index) => index > 0 && part !== undefined)}`,
      text: line.slice(number[0].length),
      ...(numberText === undefined ? {} : { number: Number(numberText) }),
    };
  }
  const callout = CALLOUT_PATTERN.exec(line);
  if (callout) {
    const digits = /\d+/.exec(callout[0])?.[0];
    return {
      kind: 'callout',
      key: '<>',
      text: line.slice(callout[0].length),
      ...(digits === undefined ? {} : { number: Number(digits) }),
    };
  }
  return parseDescriptionMarker(line);
}

/** Parses `term::`, `term:::`, `term::::` or `term;;`, followed by white space or the end of the line. */
function parseDescriptionMarker(line: string): ListMarker | undefined {
  if (line.startsWith('//')) return undefined;
  const match = /(?<![:;])(?::{2,4}|;;)(?=[ \t]|$)/.exec(line);
  const term = match ? line.slice(0, match.index).trim() : '';
  if (!match || term === '') return undefined;
  return { kind: 'description', key: match[0], text: line.slice(match.index + match[0].length).trim(), term };
}
