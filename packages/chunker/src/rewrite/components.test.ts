import { describe, expect, it } from 'vitest';
import { pageOf, readable } from '../page/page.fixture.ts';

describe('component tags without information', () => {
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
    ['that have props', '<Card title="a">\n\nb\n\n</Card>'],
    ['that have props over lines', '<Tab\n  title="a"\n>\n\nb\n\n</Tab>'],
    ['with two titles', '<Accordion title="a" summary="b">\n\nc\n\n</Accordion>'],
    ['with a value that is more than an id', '<Tab name="a" value="b c">\n\nd\n\n</Tab>'],
    ['of a kind that is no box', '<Callout type="beta" title="a">\n\nb\n\n</Callout>'],
    ['of a panel with a kind', '<Step title="a" type="b">\n\nc\n\n</Step>'],
    ['with other props', '<Tab title="a" href="/b">\n\nc\n\n</Tab>'],
    ['with computed props', '<Tab title={a}>\n\nb\n\n</Tab>'],
    ['that are broken', '<Tab title="a>\n\nb\n\n</Tab>'],
    ['in such ones that have none', '<Card title="a">\n\n<Card title="b">\n\nc\n\n</Card>\n\n</Card>'],
    ['that are closed by nothing', '<A>\n\nb'],
    ['that close nothing', 'a\n\n</B>'],
    ['of HTML', '<div>\n\na\n\n</div>'],
    ['with text behind them', '<A> a\n\n</A>'],
    ['in code', '```js\n<A>\n</A>\n```'],
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
