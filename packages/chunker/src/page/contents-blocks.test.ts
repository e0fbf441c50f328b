import { expect, it } from 'vitest';
import { readable } from './markdown-page.fixture.ts';

const SECTIONS = '## First step\n\na\n\n## Second\n\nb';

it.each([
  ['a placeholder of kramdown', `## Table of contents\n{: .no_toc }\n\n1. TOC\n{:toc}\n\n---\n\n${SECTIONS}`],
  ['a placeholder without a title', `* Contents\n{:toc}\n\n${SECTIONS}`],
  ['links to the headings', `## Contents\n\n- [First step](#first-step)\n- [Second](#second)\n\n${SECTIONS}`],
  ['text and page numbers', `## Table of Contents\n\n1. First step ........ 2\n2. Second .......... 3\n\n${SECTIONS}`],
])('removes the table of contents of the page if it consists of %s', (_name, text) => {
  expect(readable(text)).toBe(SECTIONS);
});

it.each([
  ['links to other pages', `## Contents\n\n- [A](a.md)\n- [B](b.md)\n\n${SECTIONS}`],
  ['text below the list', `## Contents\n\n- [First step](#first-step)\n- [Second](#second)\n\nMore.\n\n${SECTIONS}`],
  ['another title', `## Steps\n\n- First step\n- Second\n\n${SECTIONS}`],
])('keeps a list of contents with %s', (_name, text) => {
  expect(readable(text)).toBe(text);
});
