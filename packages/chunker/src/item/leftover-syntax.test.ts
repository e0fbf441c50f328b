import { expect, it } from 'vitest';
import { findLeftoverSyntax } from './leftover-syntax.ts';

const createItem = (content: string) => ({ key: 'a', title: 'A', content, lines: [3, 5] as const });

it.each([
  ['{{<', 'See {{< x >}} here.'],
  ['{{<', 'See {{% x %}} here.'],
  ['{%', 'A {% include x %} b.'],
  ['{{#', 'A {{#title x}} b.'],
  [':name{', 'See :read-more{to="/a"}.'],
  ['::name', '::code-group\n\nText.'],
  [':::', 'Text.\n\n::: x\n'],
  ['[!code', '[!code-csharp[Main](a.cs)]'],
  ['@uid', 'See @System.String.Format now.'],
  ['<xref:', 'See <xref:System.String>.'],
  ['--8<--', '--8<-- "a.md"'],
  ['<<<', '<<< @/a.ts'],
])('reports the leftover syntax %j in %j once with its count', (syntax, text) => {
  const items = [createItem('Nothing.'), createItem(text), createItem(text)];
  expect(findLeftoverSyntax(items)).toEqual([{ kind: 'leftover', line: 3, message: syntax, count: 2 }]);
});

it.each([
  'Write `{{< x >}}` and `{% x %}`.',
  '```go\n{{< x >}}\n@System.String.Format\n:::\n```',
  'At 10:30, :tada: and std::vector<int>; a::b.',
  'Mail to ann@Example.com or @octocat.',
  '> [!NOTE]\n> Text.',
  'The set {a} and {{ b }}, 50 % {of it}.',
  'See [a](https://x.y/a:b{c}).',
])('reports no leftover syntax in %j', (text) => {
  expect(findLeftoverSyntax([createItem(text)])).toEqual([]);
});
