import { describe, expect, it } from 'vitest';
import { shape } from './block-shape.fixture.ts';

const mdx = (text: string) => shape(text, true);

describe('imports and exports', () => {
  it.each([
    ['be on one line', "import A from './a.mdx'\n\n# b", 'esm 1-1, heading1 3-3'],
    ['lack a name', "import './a.css'\n\n# b", 'esm 1-1, heading1 3-3'],
    [
      'list names and import everything',
      "import A, { b } from 'a'\nimport * as c from 'c'\n\nd",
      'esm 1-2, paragraph 4-4',
    ],
    ['span several lines', "import {\n  a,\n  b,\n} from 'c'\n\n# d", 'esm 1-4, heading1 6-6'],
    ['contain blank lines in brackets', "import {\n  a,\n\n  b,\n} from 'c'\n\n# d", 'esm 1-5, heading1 7-7'],
    ['contain a list with blank lines', 'export const a = [\n  1,\n\n  2,\n]\n\n# b', 'esm 1-5, heading1 7-7'],
    ['contain a template that contains Markdown', 'export const a = `\n\n# b\n\n`\n\n# c', 'esm 1-5, heading1 7-7'],
    ['contain brackets in strings', 'export const a = [\'}\', `{`, "("]\n\n# b', 'esm 1-1, heading1 3-3'],
    [
      'contain an apostrophe in a comment',
      "export const a = {\n  // it's\n\n  b: 1,\n}\n\n# c",
      'esm 1-5, heading1 7-7',
    ],
    [
      'define a component',
      'export default function A() {\n  return (\n    <b>\n\n# c\n\n    </b>\n  )\n}\n\n# d',
      'esm 1-9, heading1 11-11',
    ],
    ['define types', 'export type A = {\n  b: string\n}\n\nc', 'esm 1-3, paragraph 5-5'],
    ['export values of other modules', "export * from 'a'\nexport { b } from 'c'\n\nd", 'esm 1-2, paragraph 4-4'],
    ['follow other blocks', "# a\n\nimport b from 'c'\n\nd", 'heading1 1-1, esm 3-3, paragraph 5-5'],
  ])('an import or export can %s', (_name, text, expected) => {
    expect(mdx(text)).toBe(expected);
  });

  it.each([
    "import 'a.css';",
    'import "a"',
    'import a from "b"',
    "import a, { b } from 'c'",
    'import a, * as b from "c"',
    'import { a as b } from "c";',
    'import {a} from "c"',
    'import * as a from "b"',
    'import type { A } from "b"',
    'import type A from "b"',
    'export const a = 1',
    'export const a: B = 1',
    'export let { a, b } = c',
    'export var [a] = b',
    'export default A',
    'export default A;',
    'export default A(b)',
    'export default (props) => props.children',
    'export default { a: 1 }',
    'export default function A() {}',
    'export default async function () {}',
    'export default class extends A {}',
    'export function a() {}',
    'export async function a() {}',
    'export function* a() {}',
    'export class A {}',
    'export class A extends B {}',
    'export abstract class A {}',
    'export type A = B',
    'export type A<B> = C',
    'export type { A } from "b"',
    'export interface A { b: string }',
    'export interface A<B> extends C {}',
    'export enum A { B }',
    'export { a, b as c }',
    'export {a} from "b"',
    'export * from "a"',
    'export * as a from "b"',
    'export const a = <B />',
    'export default <A />',
    'export default new A()',
  ])('recognizes the import or export %j', (statement) => {
    expect(mdx(`${statement}\n\n# a`)).toBe('esm 1-1, heading1 3-3');
  });

  it.each([
    'import the module first',
    'import data from your account, then go on.',
    'import maps, lists, and sets',
    'import "users.csv" into the table',
    'import * to have all',
    'import type definitions from the package',
    'import',
    'export your data',
    'export class diagrams to PNG',
    'export type information with it',
    'export const enums are inlined',
    'export function keys are kept',
    'export default values, and others',
    'export default is what it is called',
    'exporting { a }',
    'important { a }',
    'important,',
    'importing from "a"',
    'exports(a)',
    'export-all * from a',
  ])('does not treat the sentence %j as an import or export', (sentence) => {
    expect(mdx(`${sentence}\n\n# a`)).toBe('paragraph 1-1, heading1 3-3');
  });

  it.each([
    ['a sentence that begins with "import"', 'import the module first.\n\n# a', 'paragraph 1-1, heading1 3-3'],
    [
      'a sentence about importing something "from" somewhere',
      'import everything you need (from {a}\n\n# b',
      'paragraph 1-1, heading1 3-3',
    ],
    ['a sentence that begins with "export"', 'export your data {\n\n# a', 'paragraph 1-1, heading1 3-3'],
    ['a word that begins with "import" or "export"', 'important: {\nexports: {\n\n# a', 'paragraph 1-2, heading1 4-4'],
    ['a function call', 'import(a)\n\n# b', 'paragraph 1-1, heading1 3-3'],
    ['an indented statement', '  import a from "b"\n\n# c', 'paragraph 1-1, heading1 3-3'],
    ['a line inside a paragraph', 'a\nimport b from "c"\n\n# d', 'paragraph 1-2, heading1 4-4'],
    ['code', "```js\nimport {\n  a,\n\n} from 'b'\nexport const c = {\n```\n\n# d", 'fence 1-7, heading1 9-9'],
    ['a fence in a list', "- a\n\n  ```js\nimport b from 'c'\n  ```", 'list 1-3, esm 4-5'],
  ])('does not treat %s as an import or export', (_name, text, expected) => {
    expect(mdx(text)).toBe(expected);
  });

  it('treats imports and exports as paragraphs in Markdown', () => {
    expect(shape("import a from 'b'\n\nexport const c = {\n\n}")).toBe('paragraph 1-1, paragraph 3-3, paragraph 5-5');
  });

  it('ends an import at the next blank line if a bracket is not closed', () => {
    expect(mdx('export const a = {\n  b: [\n\n# c\n\nd')).toBe('esm 1-2, heading1 4-4, paragraph 6-6');
  });
});

describe('JSX elements', () => {
  it.each([
    ['contain text', '<Note>\na **b**\n</Note>\n\n# c', 'html 1-3, heading1 5-5'],
    ['be on one line', '<Note>a</Note>\n\n# c', 'html 1-1, heading1 3-3'],
    ['lack a name', '<>\n\n# a\n\n</>', 'html 1-1, heading1 3-3, html 5-5'],
    ['have a name with a dot', '<A.B>\n\n# a\n\n</A.B>', 'html 1-1, heading1 3-3, html 5-5'],
    ['have props on separate lines', '<A\n  b="c"\n  d={e}\n/>\n\n# f', 'html 1-4, heading1 6-6'],
    ['have a template with blank lines', '<A b={`\n\n# no\n\n\n`} />\n\n# c', 'html 1-6, heading1 8-8'],
    ['have nested templates', '<A b={`\n\n${`c`}\n\n`} />\n\n# d', 'html 1-5, heading1 7-7'],
    ['have ">" in a string', '<A b="c > d"\n  e=\'f > g\'>\n\n# h\n\n</A>', 'html 1-2, heading1 4-4, html 6-6'],
    ['have ">" in braces', '<A b={c > d}\n  e={() => f}>\n\n# g\n\n</A>', 'html 1-2, heading1 4-4, html 6-6'],
    ['have nested braces', '<A b={{\n  c: "}",\n\n  d: {},\n}}>\n\n# e\n\n</A>', 'html 1-5, heading1 7-7, html 9-9'],
    ['have an element in a prop', '<A b={<C>\n\n# no\n\n</C>} />\n\n# d', 'html 1-5, heading1 7-7'],
    ['have a function in a prop', "<A b={() => {\n  // it's\n\n  return 1\n}} />\n\n# c", 'html 1-5, heading1 7-7'],
    ['have an apostrophe in its text', "<A>it's</A>\n\n# b", 'html 1-1, heading1 3-3'],
    ['share a line with another tag', '<A><B c={`\n\n# no\n`}>\n\n# d\n\n</B></A>', 'html 1-4, heading1 6-6, html 8-8'],
    ['be a style element', '<style>{`\n\n# no {\n`}</style>\n\n# a', 'html 1-4, heading1 6-6'],
    [
      'be nested and have props with blank lines',
      '<A>\n<B c={`\n\n# no\n`}>\nd\n</B>\n</A>\n\n# e',
      'html 1-8, heading1 10-10',
    ],
    ['be indented in another element', '<A>\n  <B>\n\n    # c\n\n  </B>\n</A>', 'html 1-2, heading1 4-4, html 6-7'],
    ['lack a closing tag', '<A>\n\n# b', 'html 1-1, heading1 3-3'],
    ['consist of a closing tag only', '</A>\n\n# b', 'html 1-1, heading1 3-3'],
  ])('a JSX element can %s', (_name, text, expected) => {
    expect(mdx(text)).toBe(expected);
  });

  // Many authors write no blank line between a tag and the fence or heading below it.
  it.each([
    [
      'a fence directly after its tag',
      '<A>\n```sh\n# no\n\n# no\n```\n</A>\n\n# b',
      'html 1-1, fence 2-6, html 7-7, heading1 9-9',
    ],
    [
      'fences of a code group',
      '<CodeGroup>\n```sh npm\n# no\n```\n```sh yarn\n\n```\n</CodeGroup>',
      'html 1-1, fence 2-4, fence 5-7, html 8-8',
    ],
    [
      'a heading directly after its tag',
      '<Steps>\n### a\n\nb\n\n### c\n</Steps>',
      'html 1-1, heading3 2-2, paragraph 4-4, heading3 6-6, html 7-7',
    ],
    ['a fence after text', '<A>\nb\n~~~\n# no\n~~~\n</A>', 'html 1-2, fence 3-5, html 6-6'],
    ['a fence after a blank line', '<A>\n\n```\n<B>\n```\n\n</A>', 'html 1-1, fence 3-5, html 7-7'],
    [
      'an indented fence',
      '<A>\n  <B>\n\n    ```js\n    # no\n    ```\n\n  </B>\n</A>\n\n# c',
      'html 1-2, fence 4-6, html 8-9, heading1 11-11',
    ],
    [
      'a fence whose closing marks are indented differently',
      '<A>\n\n        ```\n    a\n      ```\n\n</A>',
      'html 1-1, fence 3-5, html 7-7',
    ],
    [
      'a list with a fence',
      '<A>\n\n  1. a\n\n      ```\n      # no\n      ```\n\n</A>\n\n# b',
      'html 1-1, list 3-7, html 9-9, heading1 11-11',
    ],
    ['an underlined heading', '<A>\n\nb\n---\n\n</A>', 'html 1-1, heading2 3-4, html 6-6'],
  ])('a JSX element can include %s', (_name, text, expected) => {
    expect(mdx(text)).toBe(expected);
  });

  it.each([
    ['an inline tag with text after it', '<B>a</B> b\n# c', 'paragraph 1-1, heading1 2-2'],
    ['a tag in a paragraph', 'a\n<B />\n\n# c', 'paragraph 1-2, heading1 4-4'],
    ['a less-than sign', '< a\n\n<3\n\n# b', 'paragraph 1-1, paragraph 3-3, heading1 5-5'],
    ['code', '```\n<A b={`\n```\n\n# c', 'fence 1-3, heading1 5-5'],
    [
      'a tag that is not closed',
      '<A b={\n\n# c\n\n<D e="\n\n# f',
      'paragraph 1-1, heading1 3-3, paragraph 5-5, heading1 7-7',
    ],
    ['a tag whose string is not closed', '<A b="c>\n\n# d', 'html 1-1, heading1 3-3'],
  ])('does not treat %s as a JSX element', (_name, text, expected) => {
    expect(mdx(text)).toBe(expected);
  });

  it('treats 84 KB of JSX without a blank line as one block', () => {
    const entry = (index: number) => `    { name: 'option${index}', text: \`Is it a > b? It is { ${index} }.\` },`;
    const props = Array.from({ length: 1_400 }, (_, index) => entry(index));
    const element = `<Properties\n  content={[\n${props.join('\n')}\n  ]}\n/>`;
    expect(element.length).toBeGreaterThan(84_000);
    expect(mdx(`# a\n\n${element}\n\n## b`)).toBe('heading1 1-1, html 3-1406, heading2 1408-1408');
  });
});

describe('expressions in braces', () => {
  it.each([
    [
      'a comment that contains headings and fences',
      '{/* a\n\n# no\n\n```\nno\n\n*/}\n\n# b',
      'html 1-8, heading1 10-10',
    ],
    ['a comment with an apostrophe and a backtick', "{/* it's ` */}\n\n# a", 'html 1-1, heading1 3-3'],
    ['a comment directly after a tag', '<A>\n{/*\n\n# no\n*/}\n</A>\n\n# b', 'html 1-6, heading1 8-8'],
    ['a template', '{`\n\n# no\n`}\n\n# a', 'html 1-4, heading1 6-6'],
    ['a function', '{a.map((b) => (\n  <B key={b}>\n\n# no\n\n  </B>\n))}\n\n# c', 'html 1-7, heading1 9-9'],
    ['a value', '{a}\n\n# b', 'html 1-1, heading1 3-3'],
    ['a value followed by text, which is a paragraph', '{a} b\n# c', 'paragraph 1-1, heading1 2-2'],
    [
      'unclosed braces, which are text',
      '{a\n\n# b\n\n{/* c\n\n# d',
      'paragraph 1-1, heading1 3-3, paragraph 5-5, heading1 7-7',
    ],
    ['escaped braces, which are text', '\\{a\n\n# b', 'paragraph 1-1, heading1 3-3'],
    ['a shortcode, which is a directive as in Markdown', '{% a %}\n# b', 'directive 1-1, heading1 2-2'],
  ])('recognizes MDX expressions in braces: %s', (_name, text, expected) => {
    expect(mdx(text)).toBe(expected);
  });
});

describe('indented text in MDX', () => {
  it.each([
    ['a paragraph', '    a\n\n\tb', 'paragraph 1-1, paragraph 3-3'],
    ['a heading', 'a\n\n      # b', 'paragraph 1-1, heading1 3-3'],
    ['a heading directly after a paragraph', 'a\n    # b', 'paragraph 1-1, heading1 2-2'],
    ['a list', '    - a\n    - b\n\nc', 'list 1-2, paragraph 4-4'],
    [
      'a fence in a list, even four columns further',
      '- a\n\n      ```\n      # no\n      ```\n\n# b',
      'list 1-5, heading1 7-7',
    ],
    ['a table', '    | a |\n    | - |\n    | b |', 'table 1-3'],
    ['a quote', '      > a', 'quote 1-1'],
  ])('treats indented text in MDX not as code but as %s', (_name, text, expected) => {
    expect(mdx(text)).toBe(expected);
  });
});
