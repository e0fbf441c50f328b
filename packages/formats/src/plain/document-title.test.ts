import { describe, expect, it } from 'vitest';
import { readPlain } from './read-plain.ts';

/** The start of RFC 1952, and of its section 2.3. Copyright (c) 1996 L. Peter Deutsch, distributed as its notice allows. */
const RFC = `


Network Working Group                                         P. Deutsch
Request for Comments: 1952                           Aladdin Enterprises
Category: Informational                                         May 1996


               GZIP file format specification version 4.3

Status of This Memo

   This memo provides information for the Internet community.  This memo
   does not specify an Internet standard of any kind.  Distribution of
   this memo is unlimited.

Abstract

   This specification defines a lossless compressed data format that is
   compatible with the widely used GZIP utility.  The format includes a
   cyclic redundancy check value for detecting data corruption.  The
   format presently uses the DEFLATE method of compression but can be
   easily extended to use other compression methods.  The format can be
   implemented readily in a manner not covered by patents.

2. Detailed specification

   2.3. Member format

      Each member has the following structure, of which the parts are
      described in the sections below in the order of their appearance:

         2.3.1. Member header and trailer

            These bytes identify the file as being in the format that is
            described here, and as nothing else.

   The sections that follow belong to the document as a whole again.

3. References
`;

describe('plain text title', () => {
  const getTitle = (text: string) => readPlain(text).title;

  it.each([
    [
      'a title field',
      'The Project Gutenberg EBook of Walden\n\nTitle: Walden, and More\n\nAuthor: A',
      'Walden, and More',
    ],
    ['the centered line of an RFC', RFC, 'GZIP file format specification version 4.3'],
    [
      'a first line in capitals',
      'IJG JPEG LIBRARY:  SYSTEM ARCHITECTURE\n\nThis file is text.',
      'IJG JPEG LIBRARY: SYSTEM ARCHITECTURE',
    ],
  ])('reads the title of a plain text document from %s', (_name, text, title) => {
    expect(getTitle(text)).toBe(title);
  });

  it.each([
    ['a first sentence', 'This is text.\n\nMore.'],
    ['a paragraph in capitals', 'THE SOFTWARE IS PROVIDED\nAS IS.\n\nMore.'],
    ['columns in capitals', 'NAME     VALUE\n\nMore.'],
    ['a field that is too long', `Title: ${'word '.repeat(40)}`],
    ['a title field far below', `Text.\n${'\n'.repeat(60)}Title: Other`],
  ])('the title of a plain text is not %s', (_name, text) => {
    expect(getTitle(text)).toBeUndefined();
  });
});

describe('plain text sections', () => {
  it('finds the sections of an RFC, whose subsections are indented', () => {
    const { markdown } = readPlain(RFC);
    expect(markdown.split('\n').filter((line) => line.startsWith('#'))).toEqual([
      '# GZIP file format specification version 4.3',
      '## Status of This Memo',
      '## Abstract',
      '## 2. Detailed specification',
      '### 2.3. Member format',
      '#### 2.3.1. Member header and trailer',
      '## 3. References',
    ]);
    expect(markdown).toContain('\n\nThese bytes identify the file as being in the format that is\ndescribed here');
    expect(markdown).toContain('\n\nThe sections that follow');
    // Only the columns above the title are kept as preformatted text.
    expect(markdown.split('# GZIP')[1]).not.toContain('```');
  });

  it('finds the chapters of a book, which several blank lines separate', () => {
    const paragraph =
      'When I wrote the following pages, or rather the bulk of them, I lived\nalone, in the woods, a mile from any neighbor.';
    const book = `Contents\n\nEconomy\n\nReading\n\n\n\n\nEconomy\n\n\n${paragraph}\n\n\n\n\nThe end of it all\n`;
    expect(readPlain(book).markdown).toBe(
      `Contents\n\nEconomy\n\nReading\n\n## Economy\n\n${paragraph}\n\nThe end of it all`,
    );
  });
});
