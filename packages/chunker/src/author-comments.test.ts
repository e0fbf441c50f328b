import { indexSite } from '@context-sync/site';
import { describe, expect, it } from 'vitest';
import { chunk } from './chunk.ts';

/** Returns the contents of a page's items. The page belongs to a Sphinx site, so its Markdown is parsed as MyST. */
function getContent(text: string, path = 'docs/a.md'): string {
  const texts = new Map([
    [path, text],
    ['docs/conf.py', 'extensions = ["myst_parser"]\n'],
  ]);
  const site = indexSite({ paths: new Set(texts.keys()), read: (each) => texts.get(each), address: {} });
  return chunk({ path, text }, { site })
    .items.map(({ content }) => content)
    .join('\n');
}

const COMMENTS: readonly (readonly [name: string, comment: string])[] = [
  ['HTML', '<!-- secret -->'],
  ['HTML, on several lines', '<!--\nsecret\n\nsecret\n-->'],
  ['a definition with a number sign', '[//]: # (secret)'],
  ['a definition with an empty destination', '[//]: <> (secret)'],
  ['a definition with a name', '[comment]: <> (secret)'],
  ['a definition with quotes', '[//]: # "secret"'],
  ['a definition with single quotes', "[//]: # 'secret'"],
  ['a definition on several lines', '[x]:\n<>\n"secret"'],
  ['an indented definition', '   [y]: <a b> (secret)'],
  ['Liquid', '{% comment %}secret{% endcomment %}'],
  ['Liquid, on several lines', '{% comment %}\nsecret\n{% endcomment %}'],
  ['Liquid, in one tag', '{% # secret %}'],
  ['Jinja', '{# secret #}'],
  ['Jinja, on several lines', '{#\nsecret\n#}'],
  ['Hugo', '{{/* secret */}}'],
  ['Hugo, with hyphens', '{{- /* secret */ -}}'],
  ['Hugo, on several lines', '{{/*\nsecret\n*/}}'],
  ['Docsy', '{{< comment >}}secret{{< /comment >}}'],
  ['Docsy, with percent signs', '{{% comment %}}\nsecret\n{{% /comment %}}'],
  ['Obsidian', '%% secret %%'],
  ['Obsidian, on several lines', '%%\nsecret\n\nsecret\n%%'],
  ['MyST', '% secret'],
];
const MDX_COMMENTS: readonly (readonly [name: string, comment: string])[] = [
  ['MDX', '{/* secret */}'],
  ['MDX, on several lines', '{/*\nsecret\n\nsecret\n*/}'],
];

describe.each([...COMMENTS, ...MDX_COMMENTS])('an author comment of %s', (name, comment) => {
  const path = name.startsWith('MDX') ? 'docs/a.mdx' : 'docs/a.md';

  it('an author comment that is a block is never part of an item', () => {
    const content = getContent(`# A\n\nBefore.\n\n${comment}\n\nAfter.\n`, path);
    expect(content).not.toContain('secret');
    expect(content).toContain('Before.');
    expect(content).toContain('After.');
  });

  it('an author comment at the top of a page is never part of an item', () => {
    expect(getContent(`${comment}\n\n# A\n\nText.\n`, path)).toBe('A\n\n# A\n\nText.');
  });

  it('an author comment in code stays unchanged', () => {
    const content = getContent(`# A\n\n\`\`\`md\n${comment}\n\`\`\`\n`, path);
    expect(content).toContain(comment);
    if (!comment.includes('\n'))
      expect(getContent(`# A\n\nWrite \`${comment}\` here.\n`, path)).toContain(`\`${comment}\``);
  });
});

const INLINE = COMMENTS.filter(([name]) => /^(?:HTML|Jinja|Hugo|Obsidian|Liquid, in one tag)$/.test(name));

it.each([...INLINE, ['MDX', '{/* secret */}'] as const])(
  'removes an author comment of %s within text, lists, quotes, tables and headings',
  (name, comment) => {
    const path = name === 'MDX' ? 'docs/a.mdx' : 'docs/a.md';
    const text = `# A ${comment}\n\nOne ${comment} two.\n\n- Item ${comment}\n  more ${comment}\n\n> Quote ${comment}\n\n| A ${comment} | B |\n|---|---|\n| c | ${comment} |\n`;
    const content = getContent(text, path);
    expect(content).not.toContain('secret');
    for (const word of ['One', 'two', 'Item', 'more', 'Quote', '| c |']) expect(content).toContain(word);
  },
);

it.each([
  ['a list', '- item\n\n  [//]: # (secret)\n\n- next'],
  ['a quote', '> text\n>\n> [//]: # (secret)'],
])('removes a comment that is a definition in %s', (_name, text) => {
  expect(getContent(`# A\n\n${text}\n`)).not.toContain('secret');
});

it.each([
  'Costs fell by 5 %% and rose by 10 %% later.',
  'The share is 100%%, of which 5%% is new.',
  'Use `%% code %%` and `{# code #}`.',
  'Set {#id} here, and {x}.',
  'See [the page][p].\n\n[p]: https://example.com',
])('keeps text that only looks like a comment: %j', (text) => {
  const words = text.split('\n')[0]?.replace('[p]', '(https://example.com)') ?? '';
  expect(getContent(`# A\n\n${text}\n`)).toContain(words);
});

it('keeps lines that start with a percent sign outside of MyST', () => {
  const text = '# A\n\n% of all requests fail.\n';
  expect(chunk({ path: 'docs/a.md', text }).items[0]?.content).toContain('% of all requests fail.');
});
