import { readFileSync } from 'node:fs';
import { convert } from '@asciidoctor/core';
import { extractHtmlTexts, measureLoss } from '@context-sync/reading/text-loss';
import { expect, it } from 'vitest';
import { readAsciidoc } from './read-asciidoc.ts';

it.each(['camel-k/affinity', 'classic-manual', 'gateway-guide', 'rest-reference'])(
  'keeps the text that Asciidoctor renders for the page %s',
  async (name) => {
    const source = readFileSync(new URL(`fixtures/${name}.adoc`, import.meta.url), 'utf8');
    // These attributes enable all macros and omit the numbers that Asciidoctor puts before captions.
    const attributes = {
      showtitle: '',
      experimental: '',
      toc: null,
      'table-caption': null,
      'figure-caption': null,
      'example-caption': null,
    };
    const html = String(await convert(source, { safe: 'secure', attributes }));
    const texts = extractHtmlTexts(`<main>${html}</main>`, (tag) => tag === 'main').filter(
      // In secure mode, Asciidoctor renders an include as a link with this prefix.
      (text) => !text.startsWith('link:'),
    );
    expect(texts.join('').length).toBeGreaterThan(200);
    const { percent, missing } = measureLoss(texts, readAsciidoc(source).markdown);
    expect({ percent: Math.max(percent, 0.5), missing }).toEqual({ percent: 0.5, missing });
  },
);
