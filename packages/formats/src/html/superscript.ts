import { type Element, getText, type Node } from './html-node.ts';
import type { InlineWriter } from './inline-writer.ts';

/** Maximum length of an exponent, in characters. */
const MAX_EXPONENT_LENGTH = 20;

/** Returns whether superscript text is an exponent, which needs a mark to keep its meaning: 2^10 is not 210. */
export function isExponent(element: Element, before: Node | undefined): boolean {
  if (
    !before ||
    element.size > MAX_EXPONENT_LENGTH ||
    element.children.some((child) => child.kind === 'element' && child.name === 'a')
  )
    return false;
  const base = before.kind === 'text' ? before.text : getText([before]);
  const exponent = getText(element.children).trim();
  // Exclude ordinals, and footnote numbers after words.
  return (
    /(?:[\d)\]]|(?:^|[^\p{L}\p{M}])\p{L})$/u.test(base.slice(-4)) &&
    /^[-+−(]?[\p{L}\p{N}]/u.test(exponent) &&
    !/^(?:st|nd|rd|th)$/i.test(exponent)
  );
}

/** Writes an exponent with a mark that shows that it is an exponent. */
export function writeExponent(writer: InlineWriter, element: Element): void {
  const exponent = getText(element.children).replaceAll(/\s+/g, ' ').trim();
  writer.text(/^[-+−]?[\p{L}\p{N}]+$/u.test(exponent) ? `^${exponent}` : `^(${exponent})`, element.line);
}
