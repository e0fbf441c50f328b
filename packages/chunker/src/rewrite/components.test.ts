import { describe, expect, it } from 'vitest';
import { pageOf, readable } from '../page/page.fixture.ts';

describe('component tags', () => {
  it.each([
    ['around text', '<AppOnly>\n\na\n\n</AppOnly>\n\nb', 'a\n\nb'],
    ['with white space in them', '<AppOnly >\n\na\n\n</AppOnly >', 'a'],
    ['in one another', '<Steps>\n<Step>\n\na\n\n</Step>\n</Steps>', 'a'],
    ['side by side', '<A>\n\na\n\n</A>\n\n<A>\n\nb\n\n</A>', 'a\n\nb'],
    ['that name a part of another', '<Tabs.Tab>\n\na\n\n</Tabs.Tab>', 'a'],
    ['around a fence', '<A>\n\n```js\n<B>\n</B>\n```\n\n</A>', '```js\n<B>\n</B>\n```'],
    ['right at the text', '<A>\na\n</A>', 'a'],
    ['of a box become its name', '<Note>\n\na\n\n</Note>', '**Note**\n\na'],
    [
      'of a box with its kind',
      '<Callout type="warn" title="Take care" id="x">\n\na\n\n</Callout>',
      '**Warning: Take care**\n\na',
    ],
    ['of a box of another kind', '<Note type="tip">\n\na\n\n</Note>', '**Tip**\n\na'],
    ['of a box with a kind that says nothing', '<Callout type="default" title="A">\n\nb\n\n</Callout>', '**A**\n\nb'],
    ['of a tab whose label is its value', '<TabItem value="npm" label="npm">\n\na\n\n</TabItem>', '**npm**\n\na'],
    ['of a box without a kind', '<Callout emoji="x">\n\na\n\n</Callout>', 'a'],
    ['of tabs', '<TabItem value="npm" label="With npm" default>\n\na\n\n</TabItem>', '**With npm**\n\na'],
    ['of tabs right at the text', "<Tab value='npm'>\n```sh\na\n```\n</Tab>", '**npm**\n```sh\na\n```'],
    ['of what opens', '<Accordion title="Why?" defaultOpen={true}>\n\na\n\n</Accordion>', '**Why?**\n\na'],
    ['of steps', '<Steps.Step title="Install">\n\na\n\n</Steps.Step>', '**Install**\n\na'],
    ['of a box right at the text', '<Warning>\na\n</Warning>', '**Warning**\na'],
  ])('%s', (_name, text, expected) => {
    expect(readable(text)).toBe(expected);
    expect(readable(text, { mdx: true })).toBe(expected);
  });

  it.each([
    ['a title', '<Card title="a">\n\nb\n\n</Card>', '**a**\n\nb'],
    ['a title in a prop over lines', '<Tab\n  title="a"\n>\n\nb\n\n</Tab>', '**a**\n\nb'],
    ['a title and a summary', '<Accordion title="a" description="b">\n\nc\n\n</Accordion>', '**a**: b\n\nc'],
    ['the kind of a box', '<Callout type="beta" title="a">\n\nb\n\n</Callout>', '**a**\n\nb'],
    ['another prop', '<Step title="a" type="b">\n\nc\n\n</Step>', '**a** (type: b)\n\nc'],
    ['an address', '<Card title="a" href="https://b.c">\n\nd\n\n</Card>', '[a](https://b.c)\n\nd'],
    [
      'a title of a tag in another',
      '<Card title="a">\n\n<Card title="b">\n\nc\n\n</Card>\n\n</Card>',
      '**a**\n\n**b**\n\nc',
    ],
    ['text behind a tag', '<A> a\n\n</A>', 'a'],
    ['text between tags', 'Use it. <Badge color="red">Deprecated</Badge> Or not.', 'Use it. Deprecated Or not.'],
    ['a title in a line', 'Use <Badge text="new" /> things.', 'Use new things.'],
    ['a link', 'See <Link href="https://b.c">the page</Link>.', 'See [the page](https://b.c).'],
    [
      'a link of HTML',
      '<p>See <a href="https://b.c" target="_blank">the page</a>.</p>',
      'See [the page](https://b.c).',
    ],
    [
      'an image of HTML',
      '<p>\n  <img alt="A b" src="https://b.c/d.png" width="20">\n</p>',
      '![A b](https://b.c/d.png)',
    ],
    [
      'a field of an API',
      '<ParamField query="limit" type="integer" required>\n  How many.\n</ParamField>',
      '**`limit`** (query parameter, integer, required)\nHow many.',
    ],
    [
      'the arguments of an unknown component',
      '<RateLimit requests="100" per="hour" />',
      'RateLimit (requests: 100, per: hour)',
    ],
    ['elements that only arrange', '<div align="center">\n\na<br/>b\n\n</div>', 'a b'],
  ])('keep what they say: %s', (_name, text, expected) => {
    expect(readable(text, { mdx: true })).toBe(expected);
  });

  it.each([
    ['a list in it', '<Steps>\n1. a\n\n2. b\n</Steps>', '1. a\n\n2. b'],
    ['tabs in another', '<Fragment slot="npm">\n\na\n\n</Fragment>', 'a'],
    ['an empty name', '<>\n\na\n\n</>', 'a'],
    ['nothing in it', 'a\n\n<DontEditWarning />\n\nb', 'a\n\nb'],
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
    ['a title of JSX', '<Accordion title={<>A <b>c</b></>}>\n\nb\n\n</Accordion>', '**A c**\n\nb'],
    ['rows of data', '<Table rows={[{ name: "a", text: "b c" }]} />', '- **a**: b c'],
    [
      'rows of data over lines',
      "<Options\n  options={[\n    ['a', 'b', 'C d.'],\n    ['e', 'f']\n  ]}\n/>",
      '- a: b, C d.\n- e: f',
    ],
    [
      'cards of a grid',
      "<Cards items={[{ title: 'A', href: 'https://a.b', description: <>C <b>d</b></>, icon: <X /> }]} />",
      '- [A](https://a.b): C d',
    ],
    ['a card with a title that is a link', '<Card title="A" href="https://a.b">\n  C\n</Card>', '[A](https://a.b)\nC'],
    ['labels of tabs', "<Tabs items={['With npm', 'With yarn']}>\n\nb\n\n</Tabs>", 'b'],
  ])('of MDX go, with %s', (_name, text, expected) => {
    expect(readable(text, { mdx: true })).toBe(expected);
  });

  it('of a live example leave out the files that only its program needs', () => {
    const text =
      '<Sandpack>\n\n```js\nlet a;\n```\n\n```js src/data.js hidden\nlet b;\n```\n\n```css\nh1 { margin: 0 }\n```\n\n' +
      '```json package.json\n{}\n```\n\n</Sandpack>\n\n```css\nh2 { margin: 1px }\n```';
    expect(readable(text, { mdx: true })).toBe('```js\nlet a;\n```\n\n```css\nh2 { margin: 1px }\n```');
  });

  it.each([
    ['that hold data with an error', '<Table rows={[{ name: "a", text: "b c" ]} />'],
    ['that are broken', '<Tab title="a>\n\nb\n\n</Tab>'],
    ['that are closed by nothing', '<A>\n\nb'],
    ['that close nothing', 'a\n\n</B>'],
    ['of HTML', '<ul>\n<li>a</li>\n</ul>'],
    ['in code', '```js\n<A>\n</A>\n```'],
    ['in inline code', 'a `<B>` c `</B>`'],
    ['of types', 'Promise<Foo> and Map<Key, Value>'],
  ])('stay if they are %s', (_name, text) => {
    expect(readable(text)).toBe(text);
  });

  it('keep their content together', () => {
    const page = pageOf('a\n\n<Note>\n\nb\n\n</Note>\n\n<A>\n\nc\n\n</A>');
    expect(page.containers).toEqual([
      [2, 7],
      [8, 13],
    ]);
  });

  it('are processed in linear time', () => {
    for (const unit of ['<A>\n\n', '</A>\n\n', '<A>\n\n</A>\n\n', '<A\n'])
      expect(pageOf(unit.repeat(20_000)).lines.count).toBe(unit.repeat(20_000).split('\n').length);
  });
});
