import { describe, expect, it } from 'vitest';
import { getPlainText } from '../markdown/plain-text.ts';
import {
  cleanProse,
  escapeLiteralText,
  formatAddress,
  formatCell,
  formatCode,
  formatCodes,
  formatHeadingText,
  formatLink,
} from './inline-markdown.ts';

it.each([
  ['a', '`a`'],
  ['a`b', '``a`b``'],
  ['`a', '`` `a ``'],
  ['a``b`c', '```a``b`c```'],
  ['', '` `'],
  [' a\n b ', '`a b`'],
  ['\u0000\ud800', '`\ufffd`'],
])('formats the value %j as inline code', (text, markdown) => {
  expect(formatCode(text)).toBe(markdown);
});

it('lists values as inline code up to a limit and counts the other values', () => {
  expect([formatCodes(['a', 'b']), formatCodes(['a', 'b', 'c'], 2)]).toEqual(['`a`, `b`', '`a`, `b` and 1 more']);
});

it.each([
  ['a | b', 'a \\| b'],
  ['`a|b`', '`a\\|b`'],
  ['a \\| b', 'a \\| b'],
  ['a\n\nb', 'a b'],
])('formats the Markdown table cell %j', (text, markdown) => {
  expect(formatCell(text)).toBe(markdown);
});

describe('paths in headings', () => {
  it.each([
    ['/users/{user_id}/my_repos', '/users/{user_id}/my_repos'],
    ['/_search/_all', '/\\_search/\\_all'],
    ['/a/*', '/a/\\*'],
    ['/a/[b](c)', '/a/\\[b\\](c)'],
    ['/q?x=<y>&amp;z', '/q?x=\\<y>\\&amp;z'],
    ['/a~~b~~', '/a\\~~b\\~~'],
    ['/a/{#b}', '/a/\\{#b}'],
    ['/a`b`', '/a\\`b\\`'],
    ['/p:run#', '/p:run\\#'],
  ])('displays a path in a heading as it is written: %s', (path, markdown) => {
    expect(escapeLiteralText(path)).toBe(markdown);
    expect(getPlainText(`GET ${markdown} {#id}`)).toBe(`GET ${path}`);
  });
});

it.each([
  ['Add <file>', 'Add \\<file>', 'Add <file>'],
  ['If a < b', 'If a < b', 'If a < b'],
  ['List `<a_b>` items', 'List `<a_b>` items', 'List <a_b> items'],
  ['For C#', 'For C\\#', 'For C#'],
  ['A {#b}', 'A \\{#b}', 'A {#b}'],
])('formats the summary of an operation as Markdown and plain text: %j', (text, markdown, plain) => {
  expect(formatHeadingText(text)).toBe(markdown);
  expect(getPlainText(`${markdown} {#id}`)).toBe(plain);
});

it.each([
  ['https://a.example/b?c=d', '<https://a.example/b?c=d>'],
  ['https://{region}.example', '`https://{region}.example`'],
  ['/v1', '`/v1`'],
  ['javascript:alert(1)', '`javascript:alert(1)`'],
])('formats the URL %j as a link or as code', (url, markdown) => {
  expect(formatAddress(url)).toBe(markdown);
});

it.each([
  ['a', 'b.yaml#/c', '[a](b.yaml#/c)'],
  ['[a]', 'b (c).yaml', '[\\[a\\]](<b (c).yaml>)'],
  ['a', 'b <c>', '[a](<b %3Cc%3E>)'],
])('formats the link with the text %j and the destination %j', (text, target, markdown) => {
  expect(formatLink(text, target)).toBe(markdown);
});

it.each([
  ['a <!-- b', 'a &lt;!-- b'],
  ['a <!-- b --> c', 'a <!-- b --> c'],
  ['a <!-- b --> c <!-- d <!--', 'a <!-- b --> c &lt;!-- d &lt;!--'],
  ['a `<!--` b', 'a `<!--` b'],
])('treats an unclosed comment as text: %j', (text, markdown) => {
  expect(cleanProse(text)).toBe(markdown);
});
