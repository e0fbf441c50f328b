import { resolveTarget } from '../document-definitions.ts';
import type { InlineScope } from './inline-scope.ts';
import type { Token } from './inline-token.ts';
import { unescapeText } from './unescape-text.ts';

type RstReference = Token & { kind: 'reference' };

/** Returns the text and the URL of a reference. An anonymous reference uses the next anonymous target. */
export function resolveReference(token: RstReference, scope: InlineScope): { text: string; url?: string } {
  const { definitions, used } = scope;
  const embeddedTarget = token.isQuoted ? parseEmbedded(token.text) : undefined;
  if (embeddedTarget) {
    const url = embeddedTarget.isName ? resolveTarget(embeddedTarget.target, definitions) : embeddedTarget.target;
    const text = embeddedTarget.text || embeddedTarget.target;
    return url === undefined ? { text } : { text, url: /^[^\s/:@]+@[^\s/:@]+$/.test(url) ? `mailto:${url}` : url };
  }
  const text = unescapeText(token.text);
  if (token.isAnonymous) {
    const target = definitions.anonymous[used.anonymous];
    used.anonymous += 1;
    const url =
      target &&
      ('url' in target ? target.url : 'alias' in target ? resolveTarget(target.alias, definitions) : undefined);
    return url === undefined ? { text } : { text, url };
  }
  const url = resolveTarget(text, definitions);
  if (url !== undefined) return { text, url };
  // Without backticks, the text is more likely a word that ends in `_` than a reference.
  return { text: token.isQuoted ? text : `${text}_` };
}

/** Parses `text <url>` or `text <name_>`. */
export function parseEmbedded(rawText: string): { text: string; target: string; isName: boolean } | undefined {
  const openIndex = rawText.endsWith('>') && !rawText.endsWith('\\>') ? rawText.lastIndexOf('<') : -1;
  if (openIndex < 0) return undefined;
  const target = rawText.slice(openIndex + 1, -1);
  // docutils requires a space before the bracket, which authors often omit before a URL.
  if (openIndex > 0 && !/\s/.test(rawText.charAt(openIndex - 1)) && !/^https?:/.test(target)) return undefined;
  const isName = target.endsWith('_') && !target.endsWith('\\_');
  const text = unescapeText(rawText.slice(0, openIndex).trim());
  return { text, target: isName ? target.slice(0, -1) : unescapeText(target.replaceAll(/\s+/g, '')), isName };
}
