import { selectByTier } from '@context-sync/test-tier';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { readPlain } from '../plain/read-plain.ts';
import { readHtml } from './read-html.ts';

interface Parsed {
  readonly type: string;
  readonly value?: string;
  readonly alt?: string | null;
  readonly children?: readonly Parsed[];
}

/** Returns the visible text of the Markdown without white space. */
function visibleText(markdown: string): string {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const text = ({ type, value, children = [] }: Parsed): string =>
    type === 'html' ? `<<${value}>>` : (value ?? children.map(text).join(' '));
  return text(tree as Parsed).replaceAll(/\s+/g, '');
}

/** Returns a deterministic random number generator. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const MARKS = [
  '*',
  '**',
  '_',
  '__',
  '`',
  '``',
  '```',
  '~',
  '~~',
  '[',
  ']',
  '](',
  '(',
  ')',
  '<',
  '<b>',
  '<!--',
  '>',
  '#',
  '##',
  '-',
  '+',
  '1.',
  '2)',
  '&',
  '&amp;',
  '\\',
  '|',
  '!',
  '![',
  ':',
  '=',
  '---',
  '===',
  '***',
  '"',
  "'",
  '{',
  '}',
  '.',
  'é',
  '日本',
  '😀',
];
const WORDS = ['a', 'bc', 'def', 'x1', 'snake_case', 'http', 'end.'];

function sentence(next: (below: number) => number): string {
  return Array.from({ length: 1 + next(12) }, () => {
    const pool = next(2) === 0 ? MARKS : WORDS;
    return (pool[next(pool.length)] ?? '') + (next(3) === 0 ? ' ' : '');
  }).join('');
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

describe('Markdown read back by a reference parser', () => {
  it.each(Array.from({ length: 12 }, (_, seed) => seed))(
    'keeps the text of an HTML page in Markdown (seed %i)',
    (seed) => {
      const next = createRandom(seed + 1);
      for (let round = 0; round < selectByTier(5, 50); round += 1) {
        const texts = Array.from({ length: 4 }, () => sentence(next));
        const [a = '', b = '', c = '', d = ''] = texts.map(escapeHtml);
        const html = `<p>${a}<br>${b}</p><ul><li>${c}</li><li>${d}</li></ul><h2>${a}</h2><blockquote>${c}</blockquote><table><tr><th>${b}<th>x<tr><td>${d}<td><p>${a}<p>${c}</table><dl><dt>${a}<dd>${b}</dl>`;
        const { markdown } = readHtml(html);
        const [ta, tb, tc, td] = texts.map((text) => text.replaceAll(/\s+/g, ''));
        const colon = ta?.endsWith(':') ? '' : ':';
        expect(visibleText(markdown), markdown).toBe(
          `${ta}${tb}${tc}${td}${ta}${tc}${tb}x${td}${ta}<<<br>>>${tc}${ta}${colon}${tb}`,
        );
      }
    },
  );

  it.each(Array.from({ length: 12 }, (_, seed) => seed))(
    'does not write visible marks for emphasis, links or code (seed %i)',
    (seed) => {
      const next = createRandom(seed + 100);
      const tags = ['b', 'i', 'del', 'code', 'a href="u"', 'strong', 'span'];
      for (let round = 0; round < selectByTier(5, 50); round += 1) {
        const parts = Array.from({ length: 2 + next(5) }, () => {
          const words = Array.from(
            { length: 1 + next(3) },
            () => ['a', 'b.', '(c)', '“d”', '!', 'é', '-', 'e_f'][next(8)] ?? '',
          ).join(next(2) === 0 ? ' ' : '');
          const text = `${next(3) === 0 ? ' ' : ''}${words}${next(3) === 0 ? ' ' : ''}`;
          return [tags[next(tags.length)] ?? 'b', tags[next(tags.length)] ?? 'b', text] as const;
        });
        const html = parts
          .map(([tag, inner, text], index) =>
            index % 2 === 0 ? text : `<${tag}><${inner}>${text}</${inner.split(' ')[0]}></${tag.split(' ')[0]}>`,
          )
          .join('');
        const { markdown } = readHtml(`<p>${html}</p>`);
        expect(visibleText(markdown), `${html} → ${markdown}`).toBe(
          parts
            .map(([, , text]) => text)
            .join('')
            .replaceAll(/\s+/g, ''),
        );
      }
    },
  );

  it.each(Array.from({ length: 12 }, (_, seed) => seed))(
    'keeps the text of a plain text document in Markdown (seed %i)',
    (seed) => {
      const next = createRandom(seed + 1_000);
      for (let round = 0; round < selectByTier(5, 50); round += 1) {
        const text = Array.from({ length: 1 + next(6) }, () => `w${sentence(next)}`).join(
          next(2) === 0 ? '\n' : '\n\n',
        );
        const { markdown } = readPlain(text);
        expect(visibleText(markdown), `${text}\n→\n${markdown}`).toBe(text.replaceAll(/\s+/g, ''));
      }
    },
  );
});
