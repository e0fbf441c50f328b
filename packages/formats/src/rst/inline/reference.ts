import { addressOf } from '../definitions.ts';
import type { InlineScope } from './scope.ts';
import type { Token } from './token.ts';
import { unescaped } from './unescaped.ts';

type Reference = Token & { kind: 'reference' };

/** Text and address of a reference. An anonymous one uses up the next anonymous target. */
export function referenceOf(token: Reference, scope: InlineScope): { text: string; url?: string } {
  const { definitions, met } = scope;
  const embedded = token.isQuoted ? embeddedIn(token.text) : undefined;
  if (embedded) {
    const url = embedded.isName ? addressOf(embedded.target, definitions) : embedded.target;
    const text = embedded.text || embedded.target;
    return url === undefined ? { text } : { text, url: /^[^\s/:@]+@[^\s/:@]+$/.test(url) ? `mailto:${url}` : url };
  }
  const text = unescaped(token.text);
  if (token.isAnonymous) {
    const target = definitions.anonymous[met.anonymous];
    met.anonymous += 1;
    const url =
      target && ('url' in target ? target.url : 'alias' in target ? addressOf(target.alias, definitions) : undefined);
    return url === undefined ? { text } : { text, url };
  }
  const url = addressOf(text, definitions);
  if (url !== undefined) return { text, url };
  // Without backticks, a word that only ends in `_` is likelier.
  return { text: token.isQuoted ? text : `${text}_` };
}

/** `text <url>` or `text <name_>` */
export function embeddedIn(raw: string): { text: string; target: string; isName: boolean } | undefined {
  const open = raw.endsWith('>') && !raw.endsWith('\\>') ? raw.lastIndexOf('<') : -1;
  if (open < 0) return undefined;
  const target = raw.slice(open + 1, -1);
  // docutils wants a gap before the bracket, which is easily forgotten before a URL.
  if (open > 0 && !/\s/.test(raw[open - 1] ?? '') && !/^https?:/.test(target)) return undefined;
  const isName = target.endsWith('_') && !target.endsWith('\\_');
  const text = unescaped(raw.slice(0, open).trim());
  return { text, target: isName ? target.slice(0, -1) : unescaped(target.replaceAll(/\s+/g, '')), isName };
}
