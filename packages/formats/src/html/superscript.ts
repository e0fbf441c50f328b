import type { InlineWriter } from './inline-writer.ts';
import { type Element, type Node, textOf } from './node.ts';

/** Longest exponent. */
const LIMIT = 20;

/** Whether raised text is an exponent, without whose mark another number would stand there: 2^10 is not 210. */
export function isPower(element: Element, before: Node | undefined): boolean {
  if (
    !before ||
    element.size > LIMIT ||
    element.children.some((child) => child.kind === 'element' && child.name === 'a')
  )
    return false;
  const base = before.kind === 'text' ? before.text : textOf([before]);
  const exponent = textOf(element.children).trim();
  // Not ordinals, nor the numbers of notes behind words.
  return (
    /(?:[\d)\]]|(?:^|[^\p{L}\p{M}])\p{L})$/u.test(base.slice(-4)) &&
    /^[-+−(]?[\p{L}\p{N}]/u.test(exponent) &&
    !/^(?:st|nd|rd|th)$/i.test(exponent)
  );
}

/** Writes an exponent with its mark. */
export function writePower(writer: InlineWriter, element: Element): void {
  const exponent = textOf(element.children).replaceAll(/\s+/g, ' ').trim();
  writer.text(/^[-+−]?[\p{L}\p{N}]+$/u.test(exponent) ? `^${exponent}` : `^(${exponent})`, element.line);
}
