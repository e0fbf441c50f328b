import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { createPage, readable } from '../page/markdown-page.fixture.ts';

describe('Hugo shortcodes', () => {
  it.each([
    ['a callout', '{{< note >}}\na\n{{< /note >}}', '**Note**\na'],
    ['a callout that contains Markdown', '{{% warning %}}\n- a\n{{% /warning %}}', '**Warning**\n- a'],
    ['a callout with a title', '{{< tip title="Be quick" >}}\na\n{{< /tip >}}', '**Tip: Be quick**\na'],
    ['an alert with a color', '{{% alert color="warning" title="T" %}}\na\n{{% /alert %}}', '**Warning: T**\na'],
    ['an alert without a kind', '{{% alert %}} a {{% /alert %}}', 'a'],
    [
      'a switch in a heading',
      '## Upgrade to {{% latest-version long="true" %}}\n\na',
      '## Upgrade to latest version\n\na',
    ],
    ['a parameter with an unknown value', 'a\n\n{{% param b %}}\n\nc', 'a\n\nc'],
    [
      'indented tabs of code',
      '1. a\n\n    {{< tabpane >}}\n{{< tab header="h" lang="sh" >}}\nb\n{{< /tab >}}\n    {{< /tabpane >}}',
      '1. a\n\n```sh title="h"\nb\n```',
    ],
    ['a callout with a type', '{{< callout type="info" >}}\na\n{{< /callout >}}', '**Info**\na'],
    [
      'tabs',
      '{{< tabs >}}\n{{< tab "A" >}}\na\n{{< /tab >}}\n{{% tab name="B" %}}\nb\n{{% /tab %}}\n{{< /tabs >}}',
      '**A**\na\n\n**B**\nb',
    ],
    [
      'links to pages',
      '[a]({{< ref "b.md" >}}) [c]({{< relref "d/e.md#f" >}}) [g]({{% ref `h` %}})',
      '[a](b.md) [c](d/e.md#f) [g](h)',
    ],
    ['a figure', '{{< figure src="a.png" alt="A" >}}', '![A](a.png)'],
    ['a figure with a caption', '{{< figure src="a.png" alt="A" caption="See A" >}}', '![A](a.png) See A'],
    ['a figure with only a title', '{{< figure src="a.png" title="A" >}}', '![A](a.png)'],
    ['code', '{{< highlight go "linenos=table" >}}\n# no\n\na\n{{< /highlight >}}', '```go\n# no\n\na\n```'],
    ['an include of a MkDocs plugin', '{% include-markdown "../a.md" %}', 'Included: [../a.md](../a.md)'],
    ['an include', '{{< include file="a/b.md" >}}', 'Included: [a/b.md](a/b.md)'],
    ['a tag on several lines', '{{<\n  note\n  title="A"\n>}}\nb\n{{< /note >}}', '**Note: A**\n\nb'],
    ['a self-closing tag for a line break', 'a\n\n{{< br />}}\n\nb', 'a\n\nb'],
    ['a tag without arguments on its own line', 'a\n\n{{< build-info >}}\n\nb', 'a\n\nb'],
    [
      'an unknown tag with arguments on its own line',
      'a\n\n{{< rate-limit requests=100 >}}\n\nb',
      'a\n\nrate limit: requests=100\n\nb',
    ],
    ['an unknown tag with arguments inside text', 'a {{< param version >}} b', 'a version b'],
    ['an unknown tag without arguments inside text', 'a {{< latest-version >}} b', 'a latest version b'],
    [
      'an unknown tag in a URL, which stays unchanged',
      '[a](https://b.c/{{< param version >}}/d)',
      '[a](https://b.c/{{< param version >}}/d)',
    ],
    [
      'a deprecation note',
      '{{< deprecated-in 0.156.0 >}}\nUse the other one.\n{{< /deprecated-in >}}',
      'Deprecated in 0.156.0\nUse the other one.',
    ],
    [
      'a version note below a term',
      'term\n: {{< new-in 0.163.0 />}} What it is.',
      'term\n: New in 0.163.0 What it is.',
    ],
    [
      'a title with a URL',
      '{{% blocks/feature icon="x" title="See it!" url="/a/" %}}\nb\n{{% /blocks/feature %}}',
      '[See it!](/a/)\nb',
    ],
    ['the title of a card', '{{% card header="Highlights" %}}\n- a\n{{% /card %}}', '**Highlights**\n- a'],
    ['a tag for layout', '{{< blocks/section color="dark" type="row" >}}\na\n{{< /blocks/section >}}', 'a'],
    ['a comment', 'a\n\n{{% comment %}}\n\nno\n\n{{% /comment %}}\n\nb', 'a\n\nb'],
    [
      'a configuration in several languages',
      '{{< code-toggle file=hugo >}}\n# no\n[params]\n  a = 1\n{{< /code-toggle >}}',
      '```toml\n# no\n[params]\n  a = 1\n```',
    ],
    ['a configuration in YAML', '{{< code-toggle >}}\na:\n  b: 1\n{{< /code-toggle >}}', '```yaml\na:\n  b: 1\n```'],
    [
      'tabs of code',
      '{{< tabpane >}}\n{{< tab header="hugo.toml" lang="toml" >}}\n# no\na = 1\n{{< /tab >}}\n{{< /tabpane >}}',
      '```toml title="hugo.toml"\n# no\na = 1\n```',
    ],
    [
      'tabs of code without a language',
      '{{< tabpane langEqualsHeader=true >}}\n{{< tab "C++" >}}\n#include <a>\n{{< /tab >}}\n{{< tab header="B" text=true >}}\nb\n{{< /tab >}}\n{{< /tabpane >}}\n\n{{< tab "C" >}}\nc\n{{< /tab >}}',
      '```text title="C++"\n#include <a>\n```\n**B**\nb\n\n**C**\nc',
    ],
    [
      'tabs that end on the line where the next one starts',
      '{{< tabpane text=true >}} {{< tab header="File:" disabled=true />}}\n{{% tab header="a" %}}\n\nb\n\n{{% /tab %}} {{% tab header="c" %}}\n\nd\n\n{{% /tab %}} {{< /tabpane >}}',
      '**File:**\n**a**\n\nb\n\n**c**\n\nd',
    ],
    ['a callout in a list', '- a\n\n  {{< note >}}\n  b\n  {{< /note >}}\n- c', '- a\n\n  **Note**\n  b\n\n- c'],
  ])('converts Hugo shortcodes: %s', (_name, text, expected) => {
    expect(readable(text)).toBe(expected);
  });
});

describe('mdBook includes', () => {
  it.each([
    ['a file', '{{#include ../a.md}}', 'Included: [../a.md](../a.md)'],
    ['lines of a file', '{{#include ../a.rs:10:20}}', 'Included: [../a.rs:10:20](../a.rs)'],
    ['a section of a Rust file', '{{#rustdoc_include ../a.rs:here}}', 'Included: [../a.rs:here](../a.rs)'],
    [
      'an include in a fence, which stays unchanged',
      '```rust\n{{#include ../a.rs}}\n```',
      '```rust\n{{#include ../a.rs}}\n```',
    ],
    ['an include in inline code, which stays unchanged', 'Write `{{#include a.rs}}`.', 'Write `{{#include a.rs}}`.'],
  ])('recognizes mdBook includes outside of code: %s', (_name, text, expected) => {
    expect(readable(text)).toBe(expected);
  });
});

describe('Liquid tags', () => {
  it.each([
    ['a GitBook hint', '{% hint style="info" %}\na\n{% endhint %}', '**Info**\na'],
    ['a GitBook hint of the style "danger"', '{% hint style="danger" %}\na\n{% endhint %}', '**Danger**\na'],
    [
      'tabs',
      '{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n\n{% tab title="B" %}\nb\n{% endtab %}\n{% endtabs %}',
      '**A**\na\n\n**B**\nb',
    ],
    ['code with a title', '{% code title="a.js" %}\n```js\nb\n```\n{% endcode %}', '**a.js**\n```js\nb\n```'],
    ['an include', '{% include "../a.md" %}', 'Included: [../a.md](../a.md)'],
    ['an include without quotes', '{% include a/b.md %}', 'Included: [a/b.md](a/b.md)'],
    ['an include of a callout', '{% include note.html content="Read **this**." %}', '**Note** Read **this**.'],
    ['an include of another template', "{% include a.html content='Read this.' %}", 'Read this.'],
    ['a file', '{% file src="a.pdf" %}', 'Included: [a.pdf](a.pdf)'],
    ['an embed', '{% embed url="https://a.b/c" %}', 'Included: [https://a.b/c](https://a.b/c)'],
    ['a raw block', '{% raw %}\n{{ a }}\n{% endraw %}', '{{ a }}'],
    [
      'highlighted code',
      '{% highlight sh linenos %}\n# no\n\na\n{% endhighlight %}\n\n# T',
      '```sh\n# no\n\na\n```\n\n# T',
    ],
    ['conditions', '{% ifversion ghes %}\na\n{% elsif ghec %}\nb\n{% else %}\nc\n{% endif %}', 'a\n\nb\n\nc'],
    ['conditions inside text', 'a {% if b %}c{% endif %} d', 'a c d'],
    ['tags that trim white space', '{%- if a -%}\nb\n{%- endif -%}', 'b'],
    ['assignments', '{% assign a = "b" %}\nc', 'c'],
    [
      'comments',
      'a {% comment %} b {% endcomment %} c\n\n{% comment %}\n\n# no\n\n{% note %}\n\n{% endcomment %}\n\nd',
      'a  c\n\nd',
    ],
    ['a GitHub callout', '{% tip %}\n\na\n\n{% endtip %}', '**Tip**\n\na'],
    [
      'links to pages and posts',
      '[a]({% link b/c.md %}) and [d]({% post_url 2024-01-01-e %})',
      '[a](b/c.md) and [d](2024-01-01-e)',
    ],
  ])('converts Liquid tags: %s', (_name, text, expected) => {
    expect(readable(text)).toBe(expected);
  });

  it.each([
    ['variables', '{% data variables.product.name %} is here.'],
    ['variables on their own line', '{% data variables.product.name %}'],
    ['output tags', '{{ site.title }} and {{site.a}}'],
    ['inline code', '`{% raw %}` and `{{< note >}}` and ``{{% x %}}``'],
    ['inline code in a list', '- `{% raw %}` a\n- b `{{< c >}}`'],
    ['fences', '```\n{% raw %}\n{{< note >}}\n{% endraw %}\n```'],
    ['fences that contain highlight tags', '```\n{% highlight js %}\n{% endhighlight %}\n```'],
    ['indented code', 'a\n\n    {% raw %}'],
    ['tags that are not closed', 'a {% b\n\nc {{< d\n\ne {{#include f'],
    ['unknown tags inside text', 'a {% b %} c'],
  ])('leaves Liquid tags unchanged: %s', (_name, text) => {
    expect(readable(text)).toBe(text);
  });
});

describe('pairs of shortcodes', () => {
  it('keeps the content of a pair of shortcodes together', () => {
    const { containers } = createPage(
      'a\n\n{{< note >}}\nb\n{{< /note >}}\n\n{% hint %}\n{% tabs %}\nc\n{% endtabs %}\n{% endhint %}',
    );
    expect([...containers].sort(([a], [b]) => a - b)).toEqual([
      [2, 5],
      [6, 11],
      [7, 10],
    ]);
  });

  it('does not pair shortcodes of different names', () => {
    expect(createPage('{{< note >}}\na\n\n{{< /tip >}}\n\nb').containers).toEqual([]);
  });

  it('processes pairs of shortcodes in linear time', () => {
    const MANY = selectByTier(5_000, 50_000);
    for (const unit of [
      '{{<',
      '{{< a >}}',
      '{% a %}\n',
      '{%',
      '%}',
      '{{',
      '{{#',
      '{% comment %}',
      '{% a b="',
      '{% highlight %}\n',
      '{{< /highlight >}}\n',
    ])
      expect(createPage(unit.repeat(MANY)).lines.count).toBe(unit.repeat(MANY).split('\n').length);
  });
});
