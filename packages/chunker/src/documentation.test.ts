import { readFileSync } from 'node:fs';
import { SKIPPED_KINDS } from '@context-sync/selection';
import { describe, expect, it } from 'vitest';
import { chunk, EXTENSIONS } from './index.ts';

const docs = readFileSync(new URL('../../../docs/explanation/how-chunking-works.md', import.meta.url), 'utf8');
const [source = '', item = ''] = [...docs.matchAll(/^````markdown\n(.*?)\n````$/gms)].map(([, text = '']) => text);
/** Returns the example with the omitted characters filled in, because the docs page abbreviates long text. */
const fill = (text: string) =>
  text.replaceAll(/\(… ([\d,]+) characters …\)/g, (_, length: string) =>
    'Words that fill a page. '.repeat(Number(length.replace(',', '')) / 24).trimEnd(),
  );

describe('documentation of chunking', () => {
  it('the documentation page about chunking shows the actual result of its example', () => {
    const { items } = chunk(
      { path: 'docs/billing/refunds.md', text: fill(source) },
      { address: { siteUrl: 'https://docs.example.com', root: 'docs' } },
    );
    expect(items.map(({ title }) => title)).toEqual(['Refunds › Full refunds', 'Refunds › Partial refunds']);
    expect(items[0]?.content).toMatch(/How to give money back\..*You refund a charge.*## Full refunds/s);
    expect(items[1]).toMatchObject({ key: 'docs/billing/refunds.md#partial-refunds', content: fill(item) });
  });

  it('the documentation page about chunking lists every format and every kind of skipped document', () => {
    for (const extension of EXTENSIONS) expect(docs).toContain(`\`.${extension}\``);
    for (const kind of SKIPPED_KINDS) expect(docs).toContain(`| \`${kind}\` |`);
  });
});
