import { addressOf, normalName, type Substitution } from '../definitions.ts';
import type { Image } from '../node.ts';
import { codeSpan } from './code-span.ts';
import { escaped } from './escaped.ts';
import { image, link } from './link.ts';
import { embeddedIn, referenceOf } from './reference.ts';
import { type Shown, shown } from './role.ts';
import { footnoteLabel, type InlineScope } from './scope.ts';
import type { Token } from './token.ts';
import { tokenize } from './tokenize.ts';
import { unescaped } from './unescaped.ts';

/** Stands for a line end that is no longer in the text; no document holds it. */
export const LOST_BREAK = '\0';

/** Substitutions within substitutions are resolved so deep. */
const SUBSTITUTION_DEPTH = 8;

/**
 * Running text as Markdown. A line end within a link, code or the like would let its second line begin a block, so it becomes a space, and
 * `LOST_BREAK` behind the whole keeps count.
 */
export function toMarkdown(rst: string, scope: InlineScope): string {
  const pieces: string[] = [];
  for (const token of tokenize(rst)) {
    const markdown = token.kind === 'text' ? escaped(token.text) : joined(tokenMarkdown(token, scope));
    const before = pieces.at(-1);
    // `!` right before a link would make it an image.
    if (markdown.startsWith('[') && before?.endsWith('!')) pieces[pieces.length - 1] = `${before.slice(0, -1)}\\!`;
    pieces.push(markdown + LOST_BREAK.repeat(token.breaks));
  }
  return pieces.join('');
}

/** Running text without any marks. Line ends stay. */
export function toPlainText(rst: string, scope: InlineScope): string {
  return tokenize(rst)
    .map((token) => plainToken(token, scope))
    .join('');
}

export function imageMarkdown({ uri, alt, target }: Image, scope: InlineScope): string {
  const picture = image(alt, uri);
  if (target === undefined || picture === '') return picture;
  const isName = target.endsWith('_') && !target.endsWith('\\_');
  const url = isName ? addressOf(target.slice(0, -1).replaceAll('`', ''), scope.definitions) : unescaped(target);
  return url === undefined ? picture : `[${picture}](${/[\s()]/.test(url) ? `<${url}>` : url})`;
}

function joined(text: string): string {
  return text.includes('\n') ? text.replaceAll(/\s*\n\s*/g, ' ') : text;
}

function tokenMarkdown(token: Token, scope: InlineScope): string {
  switch (token.kind) {
    case 'text':
    case 'target':
      return escaped(token.text);
    case 'emphasis':
      return `*${escaped(token.text)}*`;
    case 'strong':
      return `**${escaped(token.text)}**`;
    case 'literal':
      return codeSpan(token.text);
    case 'url':
      return token.text;
    case 'footnote':
      return `[${escaped(footnoteLabel(scope, token.text))}]`;
    case 'role':
      return shownMarkdown(shownOf(token, scope));
    case 'reference':
      return referenceMarkdown(token, scope);
    case 'substitution':
      return substitutionMarkdown(token, scope);
  }
}

function shownOf(token: Token & { kind: 'role' }, { definitions, titles }: InlineScope): Shown {
  return shown(token.name || definitions.defaultRole, token.text, definitions, titles);
}

function shownMarkdown({ text, as, url }: Shown): string {
  switch (as) {
    case 'code':
      return url === undefined ? codeSpan(text) : `[${codeSpan(text)}](${url})`;
    case 'math':
      return `$${codeSpan(text)}$`;
    case 'emphasis':
      return text === '' ? '' : `*${escaped(text)}*`;
    case 'strong':
      return text === '' ? '' : `**${escaped(text)}**`;
    case 'sub':
    case 'sup':
      return `<${as}>${escaped(text)}</${as}>`;
    default:
      return url === undefined ? escaped(text) : link(text, url);
  }
}

function referenceMarkdown(token: Token & { kind: 'reference' }, scope: InlineScope): string {
  const { text, url } = referenceOf(token, scope);
  return url === undefined ? escaped(text) : link(text, url);
}

function substitutionMarkdown(token: Token & { kind: 'substitution' }, scope: InlineScope): string {
  const { text, reference } = token;
  const found = scope.definitions.substitutions.get(normalName(text));
  const ofText = (rst: string) => toMarkdown(rst, scope);
  const markdown = found && within(scope, found, ofText, (picture) => imageMarkdown(picture, scope));
  if (markdown === undefined) return `|${escaped(text)}|${reference}`;
  const line = joined(markdown.replaceAll(LOST_BREAK, ''));
  if (reference === '') return line;
  const url = reference === '_' ? addressOf(text, scope.definitions) : undefined;
  return url === undefined ? line : `[${line}](${url})`;
}

/** What a substitution stands for; undefined where that would be too deep, or too much. */
function within(
  scope: InlineScope,
  found: Substitution,
  ofText: (rst: string) => string,
  ofImage: (image: Image) => string,
) {
  if (scope.depth >= SUBSTITUTION_DEPTH || scope.budget < 0) return undefined;
  if ('image' in found) return ofImage(found.image);
  scope.budget -= found.rst.length + 1;
  scope.depth += 1;
  const text = ofText(found.rst);
  scope.depth -= 1;
  scope.budget -= text.length;
  return text;
}

function plainToken(token: Token, scope: InlineScope): string {
  switch (token.kind) {
    case 'role':
      return shownOf(token, scope).text;
    case 'footnote':
      return `[${token.text.replace(/^#/, '')}]`;
    case 'reference': {
      const text = (token.isQuoted ? embeddedIn(token.text)?.text : undefined) ?? unescaped(token.text);
      const isKnown = token.isQuoted || token.isAnonymous || addressOf(text, scope.definitions) !== undefined;
      return isKnown ? text : `${text}_`;
    }
    case 'substitution': {
      const found = scope.definitions.substitutions.get(normalName(token.text));
      const text =
        found &&
        within(
          scope,
          found,
          (rst) => toPlainText(rst, scope),
          ({ alt }) => alt,
        );
      return text ?? `|${token.text}|${token.reference}`;
    }
    default:
      return token.text;
  }
}
