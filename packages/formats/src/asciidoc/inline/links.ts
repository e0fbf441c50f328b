import { codeSpan, destination, escapeText } from './escape.ts';
import type { Mode, Scan } from './scan.ts';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Returns a link with its text, or with its URL as text. */
export function linked(scan: Scan, url: string, range: Range, mode: Mode): string {
  const label = labelOf(scan, range, mode);
  if (label === '') return linkedAddress(scan, url, mode);
  return scan.plain || mode.label ? label : `[${label}](${destination(url)})`;
}

export function linkedAddress(scan: Scan, url: string, mode: Mode): string {
  const shown = url.replace(/^mailto:/, '');
  if (scan.plain) return shown;
  if (mode.label) return escapeText(shown, '', '', true);
  if (mode.code) return `[${codeSpan(shown)}](${destination(url)})`;
  if (shown !== url || !/^[a-z][a-z\d+.-]*:/i.test(url) || /[\s<>]/.test(url)) {
    return `[${escapeText(shown, '', '', true)}](${destination(url)})`;
  }
  return `<${url}>`;
}

/** Returns the text of a link as Markdown. */
function labelOf(scan: Scan, range: Range, mode: Mode): string {
  const { from, to } = textRange(scan.text, range);
  return from >= to ? '' : scan.read(from, to, { ...mode, label: true, depth: mode.depth + 1 }).trim();
}

const NAMED = /(?:^|,)\s*(?:window|role|opts|options|id|title|rel|subject|body|xrefstyle|target|linkattrs)\s*=/;

/** Returns the range of a link's text in its brackets: without attributes, the `^` that opens a window, and quotes. */
export function textRange(text: string, { from, to }: Range): Range {
  const inside = text.slice(from, to);
  const named = inside.includes('=') ? inside.search(NAMED) : -1;
  let start = from;
  let end = named < 0 ? to : from + named;
  while (start < end && /\s/.test(text[start] ?? '')) start += 1;
  while (end > start && /\s/.test(text[end - 1] ?? '')) end -= 1;
  if (text[end - 1] === '^') end -= 1;
  if (named >= 0 && end - start > 1 && text[start] === '"' && text[end - 1] === '"')
    return { from: start + 1, to: end - 1 };
  return { from: start, to: end };
}

const DOCUMENT = /\.(?:adoc|asciidoc|asc|ad)$/i;

/** Converts `<<id>>` or `xref:`: a reference to an id or a title in this document, or to another document. */
export function crossReference(scan: Scan, target: string, range: Range, mode: Mode): string {
  const label = labelOf(scan, range, mode);
  const place = placeOf(scan, target);
  const shown =
    label !== ''
      ? label
      : scan.plain
        ? place.text
        : mode.code
          ? codeSpan(place.text)
          : escapeText(place.text, '', '', true);
  return scan.plain || mode.label ? shown : `[${shown}](${destination(place.url)})`;
}

function placeOf(scan: Scan, target: string): { url: string; text: string } {
  const { references, spend } = scan.document;
  const hash = target.indexOf('#');
  const path = hash < 0 ? '' : target.slice(0, hash);
  if (path !== '') {
    const document = /\.[a-z\d]{1,8}$/i.test(path) ? path : `${path}.adoc`;
    return {
      url: `${document}${hash === target.length - 1 ? '' : target.slice(hash)}`,
      text: target.replace(/#$/, ''),
    };
  }
  const id = hash < 0 ? target : target.slice(1);
  const found = references.find(id);
  if (!found && hash < 0 && (DOCUMENT.test(id) || /[/:$]/.test(id))) return { url: id, text: id.replace(DOCUMENT, '') };
  const text = found && found.text !== '' && spend(found.text.length) ? found.text : id;
  return { url: `#${found?.anchor ?? id}`, text };
}
