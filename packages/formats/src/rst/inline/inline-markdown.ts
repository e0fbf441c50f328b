import { normalizeName, resolveTarget, type Substitution } from '../document-definitions.ts';
import type { Image } from '../rst-node.ts';
import { formatCodeSpan } from './code-span.ts';
import { escapeText } from './escape-text.ts';
import { getFootnoteId, getFootnoteLabel, type InlineScope } from './inline-scope.ts';
import type { Token } from './inline-token.ts';
import { type InterpretedText, interpretRole } from './interpreted-role.ts';
import { formatLink, renderImage } from './markdown-link.ts';
import { parseEmbedded, resolveReference } from './resolve-reference.ts';
import { tokenize } from './tokenize-inline.ts';
import { unescapeText } from './unescape-text.ts';

/** Represents a line break that was removed from the text; documents never contain this character. */
export const LOST_BREAK_MARK = '\0';

/** Maximum depth of nested substitutions. */
const MAX_SUBSTITUTION_DEPTH = 8;

/**
 * Converts inline text to Markdown. A line break within a link or code could make its second line start a block, so it becomes a space, followed by
 * `LOST_BREAK_MARK` to preserve the line count.
 */
export function toMarkdown(rst: string, scope: InlineScope): string {
  const parts: string[] = [];
  for (const token of tokenize(rst)) {
    const markdown = token.kind === 'text' ? escapeText(token.text) : joinLines(formatToken(token, scope));
    const previousPart = parts.at(-1);
    // `!` directly before a link would turn it into an image.
    if (markdown.startsWith('[') && previousPart?.endsWith('!'))
      parts[parts.length - 1] = `${previousPart.slice(0, -1)}\\!`;
    parts.push(markdown + LOST_BREAK_MARK.repeat(token.breaks));
  }
  return parts.join('');
}

/** Converts inline text to plain text. Preserves line breaks. */
export function toPlainText(rst: string, scope: InlineScope): string {
  return tokenize(rst)
    .map((token) => getPlainToken(token, scope))
    .join('');
}

export function formatImage({ uri, alt, target }: Image, scope: InlineScope): string {
  const picture = renderImage(alt, uri);
  if (target === undefined || picture === '') return picture;
  const isName = target.endsWith('_') && !target.endsWith('\\_');
  const url = isName ? resolveTarget(target.slice(0, -1).replaceAll('`', ''), scope.definitions) : unescapeText(target);
  return url === undefined ? picture : `[${picture}](${/[\s()]/.test(url) ? `<${url}>` : url})`;
}

function joinLines(text: string): string {
  return text.includes('\n') ? text.replaceAll(/\s*\n\s*/g, ' ') : text;
}

function formatToken(token: Token, scope: InlineScope): string {
  switch (token.kind) {
    case 'text':
    case 'target':
      return escapeText(token.text);
    case 'emphasis':
      return `*${escapeText(token.text)}*`;
    case 'strong':
      return `**${escapeText(token.text)}**`;
    case 'literal':
      return formatCodeSpan(token.text);
    case 'url':
      return token.text;
    case 'footnote':
      return formatFootnoteReference(getFootnoteLabel(scope, token.text), scope);
    case 'role':
      return formatInterpreted(interpretToken(token, scope));
    case 'reference':
      return formatReference(token, scope);
    case 'substitution':
      return formatSubstitution(token, scope);
  }
}

function formatFootnoteReference(label: string, scope: InlineScope): string {
  const text = `[${escapeText(label)}]`;
  const isLink = scope.linksFootnotes && scope.footnotes.all.includes(label);
  return isLink ? `[\\${text.slice(0, -1)}\\]](#${getFootnoteId(label)})` : text;
}

function interpretToken(token: Token & { kind: 'role' }, scope: InlineScope): InterpretedText {
  return interpretRole(token.name || scope.definitions.defaultRole, token.text, scope);
}

function formatInterpreted({ text, as, url }: InterpretedText): string {
  switch (as) {
    case 'code':
      return url === undefined ? formatCodeSpan(text) : `[${formatCodeSpan(text)}](${url})`;
    case 'math':
      return `$${formatCodeSpan(text)}$`;
    case 'emphasis':
      return text === '' ? '' : `*${escapeText(text)}*`;
    case 'strong':
      return text === '' ? '' : `**${escapeText(text)}**`;
    case 'sub':
    case 'sup':
      return `<${as}>${escapeText(text)}</${as}>`;
    default:
      return url === undefined ? escapeText(text) : formatLink(text, url);
  }
}

function formatReference(token: Token & { kind: 'reference' }, scope: InlineScope): string {
  const { text, url } = resolveReference(token, scope);
  return url === undefined ? escapeText(text) : formatLink(text, url);
}

function formatSubstitution(token: Token & { kind: 'substitution' }, scope: InlineScope): string {
  const { text, reference } = token;
  const substitution = scope.definitions.substitutions.get(normalizeName(text));
  const convertText = (rst: string) => toMarkdown(rst, scope);
  const markdown =
    substitution && resolveSubstitution(scope, substitution, convertText, (picture) => formatImage(picture, scope));
  if (markdown === undefined) return `|${escapeText(text)}|${reference}`;
  const line = joinLines(markdown.replaceAll(LOST_BREAK_MARK, ''));
  if (reference === '') return line;
  const url = reference === '_' ? resolveTarget(text, scope.definitions) : undefined;
  return url === undefined ? line : `[${line}](${url})`;
}

/** Returns the replacement of a substitution; undefined if the limits on depth or length are exceeded. */
function resolveSubstitution(
  scope: InlineScope,
  foundSubstitution: Substitution,
  ofText: (rst: string) => string,
  ofImage: (image: Image) => string,
) {
  if (scope.depth >= MAX_SUBSTITUTION_DEPTH || scope.budget < 0) return undefined;
  if ('image' in foundSubstitution) return ofImage(foundSubstitution.image);
  scope.budget -= foundSubstitution.rst.length + 1;
  scope.depth += 1;
  const text = ofText(foundSubstitution.rst);
  scope.depth -= 1;
  scope.budget -= text.length;
  return text;
}

function getPlainToken(token: Token, scope: InlineScope): string {
  switch (token.kind) {
    case 'role':
      return interpretToken(token, scope).text;
    case 'footnote':
      return `[${token.text.replace(/^#/, '')}]`;
    case 'reference': {
      const text = (token.isQuoted ? parseEmbedded(token.text)?.text : undefined) ?? unescapeText(token.text);
      const isKnown = token.isQuoted || token.isAnonymous || resolveTarget(text, scope.definitions) !== undefined;
      return isKnown ? text : `${text}_`;
    }
    case 'substitution': {
      const substitution = scope.definitions.substitutions.get(normalizeName(token.text));
      const text =
        substitution &&
        resolveSubstitution(
          scope,
          substitution,
          (rst) => toPlainText(rst, scope),
          ({ alt }) => alt,
        );
      return text ?? `|${token.text}|${token.reference}`;
    }
    default:
      return token.text;
  }
}
