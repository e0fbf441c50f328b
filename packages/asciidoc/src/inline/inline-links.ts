import { encodeDestination, escapeText, formatCodeSpan } from './escape-text.ts';
import type { InlineMode, InlineScanner } from './inline-scanner.ts';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Returns a link with its text, or with its URL as text. */
export function renderLink(scanner: InlineScanner, url: string, range: Range, mode: InlineMode): string {
  const label = renderLinkText(scanner, range, mode);
  if (label === '') return renderBareUrl(scanner, url, mode);
  return scanner.plain || mode.label ? label : `[${label}](${encodeDestination(url)})`;
}

export function renderBareUrl(scanner: InlineScanner, url: string, mode: InlineMode): string {
  const visibleUrl = url.replace(/^mailto:/, '');
  if (scanner.plain) return visibleUrl;
  if (mode.label) return escapeText(visibleUrl, '', '', true);
  if (mode.code) return `[${formatCodeSpan(visibleUrl)}](${encodeDestination(url)})`;
  if (visibleUrl !== url || !/^[a-z][a-z\d+.-]*:/i.test(url) || /[\s<>]/.test(url)) {
    return `[${escapeText(visibleUrl, '', '', true)}](${encodeDestination(url)})`;
  }
  return `<${url}>`;
}

/** Returns the text of a link as Markdown. */
function renderLinkText(scanner: InlineScanner, range: Range, mode: InlineMode): string {
  const { from, to } = findTextRange(scanner.text, range);
  return from >= to ? '' : scanner.read(from, to, { ...mode, label: true, depth: mode.depth + 1 }).trim();
}

const NAMED_ATTRIBUTE =
  /(?:^|,)\s*(?:window|role|opts|options|id|title|rel|subject|body|xrefstyle|target|linkattrs)\s*=/;

/** Returns the range of a link's text within the brackets, without attributes, quotes, and the `^` that opens a new window. */
export function findTextRange(text: string, { from, to }: Range): Range {
  const innerText = text.slice(from, to);
  const attributesStart = innerText.includes('=') ? innerText.search(NAMED_ATTRIBUTE) : -1;
  let start = from;
  let end = attributesStart < 0 ? to : from + attributesStart;
  while (start < end && /\s/.test(text.charAt(start))) start += 1;
  while (end > start && /\s/.test(text.charAt(end - 1))) end -= 1;
  if (text[end - 1] === '^') end -= 1;
  if (attributesStart >= 0 && end - start > 1 && text[start] === '"' && text[end - 1] === '"')
    return { from: start + 1, to: end - 1 };
  return { from: start, to: end };
}

const DOCUMENT_PATTERN = /\.(?:adoc|asciidoc|asc|ad)$/i;

/** Converts `<<id>>` or `xref:`, a reference to an id or a title in this document, or to another document. */
export function convertCrossReference(scanner: InlineScanner, target: string, range: Range, mode: InlineMode): string {
  const label = renderLinkText(scanner, range, mode);
  const context = resolveTarget(scanner, target);
  const linkText =
    label !== ''
      ? label
      : scanner.plain
        ? context.text
        : mode.code
          ? formatCodeSpan(context.text)
          : escapeText(context.text, '', '', true);
  return scanner.plain || mode.label || context.url === undefined
    ? linkText
    : `[${linkText}](${encodeDestination(context.url)})`;
}

function resolveTarget(scanner: InlineScanner, target: string): { url: string | undefined; text: string } {
  const { references, spend } = scanner.document;
  const hash = target.indexOf('#');
  const path = hash < 0 ? '' : target.slice(0, hash);
  if (path !== '') {
    const resolvedTarget = scanner.document.resolve?.(target, scanner.line);
    if (resolvedTarget)
      return {
        url: resolvedTarget.url,
        text: resolvedTarget.title ?? target.replace(/#.*$/, '').replace(DOCUMENT_PATTERN, ''),
      };
    const document = /\.[a-z\d]{1,8}$/i.test(path) ? path : `${path}.adoc`;
    return {
      url: `${document}${hash === target.length - 1 ? '' : target.slice(hash)}`,
      text: target.replace(/#$/, ''),
    };
  }
  const id = hash < 0 ? target : target.slice(1);
  const foundReference = references.find(id);
  if (!foundReference && hash < 0 && (DOCUMENT_PATTERN.test(id) || /[/:$]/.test(id))) {
    const page = scanner.document.resolve?.(id, scanner.line) ?? { url: id };
    return { url: page.url, text: page.title ?? id.replace(DOCUMENT_PATTERN, '') };
  }
  const text =
    foundReference && foundReference.text !== '' && spend(foundReference.text.length) ? foundReference.text : id;
  return { url: `#${foundReference?.anchor ?? id}`, text };
}
