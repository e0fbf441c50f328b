import { describe, expect, it } from 'vitest';
import { getPlainText } from './plain-text.ts';

describe('plainText', () => {
  it.each([
    ['plain words', 'Getting Started', 'Getting Started'],
    ['code', 'The `build.target` option', 'The build.target option'],
    ['tags inside code', '`<Suspense>` and `Array<T>`', '<Suspense> and Array<T>'],
    ['marks inside code', '`*.config.*` and `__dirname`', '*.config.* and __dirname'],
    ['code in several backticks', '``a``', 'a'],
    ['only code', '`vite build`', 'vite build'],
    ['a link', 'See [the guide](/guide/#x "Title")', 'See the guide'],
    ['only a link', '[Vite](https://vite.dev)', 'Vite'],
    ['a link with parentheses', 'See [it](a_(b)_c) too', 'See it too'],
    ['code in a link', '[`define`](/config#define)', 'define'],
    ['a reference link', '[the guide][guide] and [it][]', 'the guide and it'],
    ['brackets that are not a link', 'Array [optional]', 'Array [optional]'],
    ['an image', '![Logo](logo.svg) Vite', 'Logo Vite'],
    ['an HTML image', '<img src="logo.svg" alt="Logo" width="200"> Vite', 'Logo Vite'],
    ['only an HTML image', "<img alt='Vite logo' src='logo.svg' />", 'Vite logo'],
    ['a badge', 'Vite [![build status](b.svg)](https://ci)', 'Vite build status'],
    ['strong and emphasis', '**Not** *so* ***fast***', 'Not so fast'],
    ['underscores as emphasis', '__Not__ _so_ fast', 'Not so fast'],
    ['underscores inside words', 'snake_case_name and _private', 'snake_case_name and _private'],
    ['strikethrough', '~~Old~~ New', 'Old New'],
    ['marks that do not pair', '2 * 3 * 4 and a ** b', '2 * 3 * 4 and a ** b'],
    ['tags', 'Use <kbd>Ctrl</kbd><br/> now', 'Use Ctrl now'],
    ['a tag with attributes', 'Plugins <Badge type="tip" text="new" />', 'Plugins'],
    ['angle brackets that are not a tag', '1 < 2 > 0 and a <> b', '1 < 2 > 0 and a <> b'],
    ['a comment', 'Title <!-- omit in toc -->', 'Title'],
    ['escapes', '\\*not\\* \\<T\\> \\[a\\](b) \\# \\_', '*not* <T> [a](b) # _'],
    ['a backslash before a letter', 'C:\\dir', 'C:\\dir'],
    ['entities', 'A &amp; B&nbsp;&lt;T&gt;', 'A & B <T>'],
    ['an entity in code', '`&amp;`', '&amp;'],
    ['a custom id', 'Why Vite {#why-vite}', 'Why Vite'],
    ['a custom id in a comment', 'Why Vite {/*why-vite*/}', 'Why Vite'],
    ['braces that are not an id', 'Use {value} in {x}', 'Use {value} in {x}'],
    ['white space and control characters', ' a\t\tb\u0007c\u00a0 d\n', 'a b c d'],
    ['the character that is used as a placeholder', 'a\uf8f00\uf8f0b', 'a0b'],
    ['a lone surrogate', 'a\ud83d', 'a\ufffd'],
    ['only HTML elements', '<br><a id="x"></a>', ''],
    ['only JSX elements, which are the content', '<Fragment> (<>...</>)', '<Fragment> (<>...</>)'],
    ['a JSX element', '<Suspense>', '<Suspense>'],
    ['elements around text', '<Fragment>a</Fragment>', 'a'],
    ['a JSX badge, which has no text', 'Plugins <Badge>', 'Plugins'],
    ['an empty text', '', ''],
  ])('converts Markdown to plain text: %s', (_name, markdown, expected) => {
    expect(getPlainText(markdown)).toBe(expected);
  });

  // https://spec.commonmark.org/0.31.2/#backslash-escapes
  it('treats escaped backticks as characters, not as code', () => {
    expect(getPlainText('The \\`grave\\` accent')).toBe('The `grave` accent');
  });

  // https://spec.commonmark.org/0.31.2/#autolinks
  it('keeps the URL of an autolink, because it is the text', () => {
    expect(getPlainText('See <https://vite.dev/guide>')).toBe('See https://vite.dev/guide');
  });

  // https://spec.commonmark.org/0.31.2/#link-destination
  it('converts a link whose URL contains balanced parentheses', () => {
    expect(getPlainText('[Closures](https://en.wikipedia.org/wiki/Closure_(computing)) in Rust')).toBe(
      'Closures in Rust',
    );
  });

  it('limits the length of the plain text of a very long heading', () => {
    const text = getPlainText('word '.repeat(100_000));
    expect(text.length).toBeGreaterThan(1_000);
    expect(text.length).toBeLessThan(3_000);
  });

  it.each(['[', '![', '](', '*', '_', '`', '~~', '<', '<!--', '{#', '\\', '&amp;', '\uf8f0'])(
    'returns one well-formed line for many repetitions of %s',
    (mark) => {
      for (const text of [mark.repeat(3_000), `${mark}a `.repeat(1_000), `a${mark}`.repeat(1_000)]) {
        const plainText = getPlainText(text);
        expect(plainText).toBe(plainText.trim());
        expect(plainText).not.toMatch(/[\n\r\uf8f0]/);
        expect(plainText.isWellFormed()).toBe(true);
      }
    },
  );
});
