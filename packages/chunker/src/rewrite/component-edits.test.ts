import { describe, expect, it } from 'vitest';
import { createPage, readable } from '../page/markdown-page.fixture.ts';

describe('component tags', () => {
  it.each([
    ['tags around text disappear', '<AppOnly>\n\na\n\n</AppOnly>\n\nb', 'a\n\nb'],
    ['tags that contain white space disappear', '<AppOnly >\n\na\n\n</AppOnly >', 'a'],
    ['nested tags disappear', '<Steps>\n<Step>\n\na\n\n</Step>\n</Steps>', 'a'],
    ['tags next to each other disappear', '<A>\n\na\n\n</A>\n\n<A>\n\nb\n\n</A>', 'a\n\nb'],
    ['tags whose name contains a dot disappear', '<Tabs.Tab>\n\na\n\n</Tabs.Tab>', 'a'],
    ['tags around a fence disappear', '<A>\n\n```js\n<B>\n</B>\n```\n\n</A>', '```js\n<B>\n</B>\n```'],
    [
      'tags whose text a build generates from types disappear',
      "a\n\n<APIDocs\n  code=\"export type { b as default } from 'c'\"\n/>\n\n<PartialTSDoc props={['d']} />\n\nb",
      'a\n\nb',
    ],
    ['tags directly around text disappear', '<A>\na\n</A>', 'a'],
    ['the tag of a callout becomes its kind', '<Note>\n\na\n\n</Note>', '**Note**\n\na'],
    [
      'the tag of a callout with a kind and a title becomes both',
      '<Callout type="warn" title="Take care" id="x">\n\na\n\n</Callout>',
      '**Warning: Take care**\n\na',
    ],
    ['the type of a callout takes precedence over its name', '<Note type="tip">\n\na\n\n</Note>', '**Tip**\n\na'],
    [
      'the tag of a callout with a default type becomes its title',
      '<Callout type="default" title="A">\n\nb\n\n</Callout>',
      '**A**\n\nb',
    ],
    [
      'the tag of a tab whose label equals its value becomes the label',
      '<TabItem value="npm" label="npm">\n\na\n\n</TabItem>',
      '**npm**\n\na',
    ],
    ['the tag of a callout without a kind disappears', '<Callout emoji="x">\n\na\n\n</Callout>', 'a'],
    [
      'the tag of a tab becomes its label',
      '<TabItem value="npm" label="With npm" default>\n\na\n\n</TabItem>',
      '**With npm**\n\na',
    ],
    [
      'the tag of a tab directly around a fence becomes its value',
      "<Tab value='npm'>\n```sh\na\n```\n</Tab>",
      '**npm**\n```sh\na\n```',
    ],
    [
      'the tag of an accordion becomes its title',
      '<Accordion title="Why?" defaultOpen={true}>\n\na\n\n</Accordion>',
      '**Why?**\n\na',
    ],
    ['the tag of a step becomes its title', '<Steps.Step title="Install">\n\na\n\n</Steps.Step>', '**Install**\n\na'],
    [
      'the metadata and the file of a page disappear',
      '<Page metadata={{ title: "A b" }} filePath="docs/a 1.mdx">\n\nc\n\n</Page>',
      'c',
    ],
    [
      'the entries of a file tree stay after blank lines',
      '<FileTree>\n\n<Folder name="a">\n\n    <File name="b.js" />\n\n    <File name="c.js" /></Folder>\n\n</FileTree>',
      '- a\n\n    - b.js\n\n    - c.js',
    ],
    ['the tag of a callout directly around text becomes its kind', '<Warning>\na\n</Warning>', '**Warning**\na'],
  ])('replaces component tags: %s', (_name, text, expected) => {
    expect(readable(text)).toBe(expected);
    expect(readable(text, { mdx: true })).toBe(expected);
  });

  it.each([
    ['tags with blank lines disappear', 'a\n\n<Viewer\n  route="b/c"\n\n/>\n\nd', 'a\n\nd'],
    ['headings in components become bold', '<Shadow>\n  <h2>A b</h2>\n  <C>**d**</C>\n</Shadow>', '**A b**\n**d**'],
    ['emphasis on lines of its own disappears', '<Callout>\n  <strong>\n    A\n  </strong>\n</Callout>', 'A'],
    ['headings of several lines lose their tags', '<Shadow>\n  <h2>\n    A\n  </h2>\n</Shadow>', 'A'],
    ['emoji in headings disappear', '## <Emoji content="🎬" /> A\n\na', '## A\n\na'],
    ['escaped tags in headings stay', '## \\<Handle />\n\na', '## \\<Handle />\n\na'],
    ['escaped tags in text stay', 'a \\<Handle /> b', 'a \\<Handle /> b'],
    [
      'tags of own components disappear',
      'export function Example() {\n  return 1\n}\n\na\n\n<Example />\n\nb',
      'a\n\nb',
    ],
    ['tags without content are labels', 'a\n\n<Solution />\n\nb', 'a\n\n**Solution**\n\nb'],
    ['tags after an escaped backslash disappear', 'a <kbd>\\\\</kbd> b', 'a \\\\ b'],
    [
      'indented links are not code',
      '<div>\n  <Button\n    href="/a"\n  >\n    {\'A b\'}\n  </Button>\n</div>\n\nc',
      '[A b](/a)\n\nc',
    ],
  ])('in MDX, %s', (_name, text, expected) => {
    expect(readable(text, { mdx: true })).toBe(expected);
  });

  it.each([
    ['an address', '<Fork url="https://a.b/c" />', '[Fork](https://a.b/c)'],
    ['a prop named url that is not a URL', '<Fork url="octo/api/tree/main" />', ''],
    ['a title', '<Card title="a">\n\nb\n\n</Card>', '**a**\n\nb'],
    ['a title in props on several lines', '<Tab\n  title="a"\n>\n\nb\n\n</Tab>', '**a**\n\nb'],
    ['a title and a description', '<Accordion title="a" description="b">\n\nc\n\n</Accordion>', '**a**: b\n\nc'],
    ['the title of a callout of an unknown type', '<Callout type="zeta" title="a">\n\nb\n\n</Callout>', '**a**\n\nb'],
    ['an additional prop', '<Step title="a" type="b">\n\nc\n\n</Step>', '**a** (type: b)\n\nc'],
    ['a URL', '<Card title="a" href="https://b.c">\n\nd\n\n</Card>', '[a](https://b.c)\n\nd'],
    [
      'the titles of nested cards',
      '<Card title="a">\n\n<Card title="b">\n\nc\n\n</Card>\n\n</Card>',
      '**a**\n\n**b**\n\nc',
    ],
    ['text after a tag', '<A> a\n\n</A>', 'a'],
    ['text between tags', 'Use it. <Badge color="red">Deprecated</Badge> Or not.', 'Use it. Deprecated Or not.'],
    ['a title within a line', 'Use <Badge text="new" /> things.', 'Use new things.'],
    ['a link', 'See <Link href="https://b.c">the page</Link>.', 'See [the page](https://b.c).'],
    ['an HTML link', '<p>See <a href="https://b.c" target="_blank">the page</a>.</p>', 'See [the page](https://b.c).'],
    ['an HTML image', '<p>\n  <img alt="A b" src="https://b.c/d.png" width="20">\n</p>', '![A b](https://b.c/d.png)'],
    [
      'an API field',
      '<ParamField query="limit" type="integer" required>\n  How many.\n</ParamField>',
      '**`limit`** (query parameter, integer, required)\nHow many.',
    ],
    [
      'the numbers of an unknown component',
      '<RateLimit requests="100" per="hour" />',
      'RateLimit (requests: 100, per: hour)',
    ],
    ['names of a program', '<Toggle element="last update" property="timestamp" />', ''],
    ['classes', '<Viewer slug="freehand-draw" innerClassName="flex flex-col" />', ''],
    ['a path with a number', '<CodeViewer route="learn/custom-node-2" framework="react" />', ''],
    ['an option of the appearance', '<Shadow mode="open">\n  a\n</Shadow>', 'a'],
    ['nothing of code that is computed', 'a\n\n<APIDocs\n  code={`type $ = ${x(y)}\nexport default $`}\n/>', 'a'],
    [
      'the list around tabs',
      '1.  a\n\n    <Tabs>\n    <TabItem label="npm">\n\n    ```sh\n    b\n    ```\n\n    </TabItem>\n    </Tabs>\n\n2.  c',
      '1.  a\n\n    **npm**\n\n    ```sh\n    b\n    ```\n\n2.  c',
    ],
    ['a command', '<PackageManagerCommand command="migrate prettier --write" />', 'command: migrate prettier --write'],
    ['a question with its answer', '<QandA question="Is it?" answer="It is." />', '**Is it?**: It is.'],
    ['a list of names', "<PartialDocs props={['darkMode', 'nextThemes']} />", ''],
    [
      'an image with a title',
      '<a href="https://a.b"><img src="https://c.d/e" title="Size of a" /></a>',
      '[![Size of a](https://c.d/e)](https://a.b)',
    ],
    ['a sentence', '<Prompt initialInput="Write a poem about cats." />', 'Write a poem about cats.'],
    [
      'an initial text of several lines',
      '<Prompt\n  initialInput={`Write a poem.\n\nTopic: Cats\nPoem:`}\n/>',
      'Write a poem. Topic: Cats Poem:',
    ],
    ['text in elements for layout', '<div align="center">\n\na<br/>b\n\n</div>', 'a b'],
  ])('preserves the information of component tags: %s', (_name, text, expected) => {
    expect(readable(text, { mdx: true })).toBe(expected);
  });

  it.each([
    ['a list', '<Steps>\n1. a\n\n2. b\n</Steps>', '1. a\n\n2. b'],
    ['a fragment with a slot', '<Fragment slot="npm">\n\na\n\n</Fragment>', 'a'],
    ['a fragment without a name', '<>\n\na\n\n</>', 'a'],
    ['no text', 'a\n\n<DontEditWarning />\n\nb', 'a\n\nb'],
    ['names of what they render', 'a\n\n<ExampleCode example="blog" filePath="app/page.tsx" />\n\nb', 'a\n\nb'],
    [
      'lists of objects in their data',
      "<Sidebar sidebar={[{ label: 'A', items: [{ label: 'B' }, { label: 'C' }] }]} />",
      '- **A** (items: **B**, **C**)',
    ],
    [
      'code and emphasis',
      'a <code>b</code> <strong>c</strong> <code>[d](https://e.f)</code>',
      'a `b` **c** [d](https://e.f)',
    ],
    ['an embedded page', '<iframe src="https://a.b/c" title="C" style={{ width: 1 }}></iframe>', '[C](https://a.b/c)'],
    ['a link to a style sheet', '<link rel="stylesheet" href="https://a.b/c.css" />\n\na', 'a'],
    ['an anchor for words', '1. <a id="b">Run `c`</a>, which d.', '1. Run `c`, which d.'],
    ['a file tree', '<FileTree>\n- a/\n  - b.js\n</FileTree>', '- a/\n  - b.js'],
    [
      'components of a file tree',
      '<Tree>\n  <Tree.Folder name="a">\n    <Tree.File name="b.js" />\n  </Tree.Folder>\n</Tree>',
      '- a\n    - b.js',
    ],
    [
      'indented content',
      '<Steps>\n  <Step title="A">\n    b\n\n    - c\n      d\n  </Step>\n</Steps>',
      '**A**\nb\n\n- c\n  d',
    ],
    ['a drawing', 'a\n\n<svg viewBox="0 0 9 9">\n  <path d="m0,0v118" />\n</svg>\n\nb', 'a\n\nb'],
    ['a computed label', '<Tab title={a}>\n\nb\n\n</Tab>', 'b'],
    ['a title in braces', "<Tab title={'a'}>\n\nb\n\n</Tab>", '**a**\n\nb'],
    ['a title written as JSX', '<Accordion title={<>A <b>c</b></>}>\n\nb\n\n</Accordion>', '**A c**\n\nb'],
    ['rows of data', '<Table rows={[{ name: "a", text: "b c" }]} />', '- **a**: b c'],
    [
      'rows of data on several lines',
      "<Options\n  options={[\n    ['a', 'b', 'C d.'],\n    ['e', 'f']\n  ]}\n/>",
      '- a: b, C d.\n- e: f',
    ],
    [
      'cards of a grid',
      "<Cards items={[{ title: 'A', href: 'https://a.b', description: <>C <b>d</b></>, icon: <X /> }]} />",
      '- [A](https://a.b): C d',
    ],
    ['a card with a title that is a link', '<Card title="A" href="https://a.b">\n  C\n</Card>', '[A](https://a.b)\nC'],
    ['a list of tab labels', "<Tabs items={['With npm', 'With yarn']}>\n\nb\n\n</Tabs>", 'b'],
    [
      'labels of tabs in the element around them',
      '<Tabs items={[\'npm, yarn\', "pnpm"]}>\n<Tab>\n\na\n\n</Tab>\n<Tabs.Tab>\n\nb\n\n</Tabs.Tab>\n<Tab>\n\nc\n\n</Tab>\n</Tabs>',
      '**npm, yarn**\n\na\n\n**pnpm**\n\nb\n\nc',
    ],
    [
      'labels of tabs by their values',
      '<Tabs values={[{ label: "For macOS", value: "mac" }]}>\n<TabItem value="mac">\n\na\n\n</TabItem>\n<TabItem value="win">\n\nb\n\n</TabItem>\n</Tabs>',
      '**For macOS**\n\na\n\n**win**\n\nb',
    ],
    [
      'labels that are objects',
      "<Tabs items={[{ label: 'A', disabled: true }, f()]}>\n<Tab>\n\na\n\n</Tab>\n</Tabs>",
      '**A**\n\na',
    ],
  ])('replaces component tags in MDX if they contain %s', (_name, text, expected) => {
    expect(readable(text, { mdx: true })).toBe(expected);
  });

  it('removes the component tags of a live example together with files that only the program needs', () => {
    const text =
      '<Sandpack>\n\n```js\nlet a;\n```\n\n```js src/data.js hidden\nlet b;\n```\n\n```css\nh1 { margin: 0 }\n```\n\n' +
      '```json package.json\n{}\n```\n\n</Sandpack>\n\n```css\nh2 { margin: 1px }\n```';
    expect(readable(text, { mdx: true })).toBe('```js\nlet a;\n```\n\n```css\nh2 { margin: 1px }\n```');
  });

  it.each([
    ['components whose data has a syntax error', '<Table rows={[{ name: "a", text: "b c" ]} />'],
    ['invalid', '<Tab title="a>\n\nb\n\n</Tab>'],
    ['opening tags without a closing tag', '<A>\n\nb'],
    ['closing tags without an opening tag', 'a\n\n</B>'],
    ['inside a fence', '```js\n<A>\n</A>\n```'],
    ['inside inline code', 'a `<B>` c `</B>`'],
    ['type parameters', 'Promise<Foo> and Map<Key, Value>'],
  ])('leaves component tags unchanged if they are %s', (_name, text) => {
    expect(readable(text)).toBe(text);
  });

  it('keeps the content of a component together', () => {
    const page = createPage('a\n\n<Note>\n\nb\n\n</Note>\n\n<A>\n\nc\n\n</A>');
    expect(page.containers).toEqual([
      [2, 7],
      [8, 13],
    ]);
  });

  it('processes component tags in linear time', () => {
    for (const unit of ['<A>\n\n', '</A>\n\n', '<A>\n\n</A>\n\n', '<A\n'])
      expect(createPage(unit.repeat(20_000)).lines.count).toBe(unit.repeat(20_000).split('\n').length);
  });
});

it('removes a component whose props the site computes', () => {
  const text =
    "a\n\n<Pages\n  list={\n    (await getPages())\n      .find(o => o.name === 'docs')\n      .children\n  }\n/>\n\nb";
  expect(readable(text, { mdx: true })).toBe('a\n\nb');
});

it('leaves the entries of a file tree unchanged if they are code', () => {
  const code = '    <File name="b.js" />';
  expect(readable(`a\n\n${code}`)).toBe(`a\n\n${code}`);
  expect(readable(`<FileTree>\n<File name="a.js" />\n</FileTree>\n\n# A\n\n${code}`)).toBe(`- a.js\n\n# A\n\n${code}`);
  expect(readable(`<FileTree>\n\n    a\n${code}\n\n</FileTree>`)).toBe(`a\n${code}`);
});

it('reads many file trees in linear time', () => {
  const text = `${'<FileTree>\n\n    <File name="a" />\n\n'.repeat(10_000)}    ${'<File '.repeat(20_000)}`;
  expect(readable(text)).toContain('- a');
});
