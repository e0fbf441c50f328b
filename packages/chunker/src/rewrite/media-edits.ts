import type { ElementTag } from '@context-sync/formats';
import { isBadgeAddress } from './badge-edits.ts';
import type { TextEdit } from './text-edits.ts';

/** Removes an inline SVG, because it contains no text. Returns the offset after the SVG. */
export function removeDrawing(
  text: string,
  { start, end }: ElementTag,
  { edits }: { readonly edits: TextEdit[] },
): number {
  const closeIndex = text.indexOf('</svg>', end);
  if (closeIndex < 0) return end;
  edits.push({ start, end: closeIndex + '</svg>'.length, text: '' });
  return closeIndex + '</svg>'.length;
}

/** Removes a heading element without content, such as an icon. Returns the offset after it; undefined if the element has content or an id. */
export function removeIcon(
  text: string,
  { name, start, end, props, closes, isEmpty }: ElementTag,
  { edits }: { readonly edits: TextEdit[] },
): number | undefined {
  const closing = isEmpty ? '' : `</${name}>`;
  if (closes || props.has('id') || !text.startsWith(closing, end)) return undefined;
  const closeEnd = end + closing.length;
  // If there are spaces on both sides of the icon, only one of them is kept.
  edits.push({ start, end: closeEnd + (text[start - 1] === ' ' && text[closeEnd] === ' ' ? 1 : 0), text: '' });
  return closeEnd;
}

/** Returns an edit that turns an image into Markdown or removes any other element without content. */
export function replaceElement({ name, start, end, props, closes }: ElementTag): TextEdit {
  const source = props.get('src');
  if (name !== 'img' || closes || typeof source !== 'string') return { start, end, text: name === 'br' ? ' ' : '' };
  const [alt, title] = [props.get('alt'), props.get('title')];
  const description = alt === undefined || alt === '' || alt === true ? title : alt;
  const altText = typeof description === 'string' ? description.replaceAll(/\s+/g, ' ').replaceAll(/[[\]]/g, '') : '';
  const address = /[\s()]/.test(source) ? `<${source}>` : source;
  return { start, end, text: isBadgeAddress(source) ? altText : `![${altText}](${address})` };
}

/** Returns an edit that turns an embedded page, such as a video, into a link. */
export function replaceFrame({ start, end, props, closes }: ElementTag): TextEdit {
  const source = props.get('src');
  if (closes || typeof source !== 'string' || /[\s()<>]/.test(source)) return { start, end, text: '' };
  const title = props.get('title');
  const name = typeof title === 'string' ? title.replaceAll(/[[\]]|\s+/g, ' ').trim() : '';
  return { start, end, text: `[${name || 'Embedded page'}](${source})` };
}
