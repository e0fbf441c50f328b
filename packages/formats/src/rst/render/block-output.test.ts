import { createMarkdownWriter } from '@context-sync/reading';
import { describe, expect, it } from 'vitest';
import { createOutput, type RstOutput } from './block-output.ts';

function listWrittenLines(write: (out: RstOutput) => void): [line: string, from: number][] {
  const writer = createMarkdownWriter();
  write(createOutput(writer));
  const { markdown, lines = [] } = writer.reading();
  return markdown.split('\n').map((line, index) => [line, lines[index] ?? 0]);
}

describe('createOutput', () => {
  it('writes markers before the first lines of blocks and indents the other lines', () => {
    const lines = listWrittenLines((out) => {
      out.within('- ', '  ', 1, () => {
        out.blank();
        out.line('a', 1);
        out.within('1. ', '   ', 2, () => {
          out.line('b', 2);
          out.blank();
          out.code('c', ['d', '', 'e'], 5);
        });
      });
      out.within('- ', '  ', 8, () => {});
    });
    expect(lines).toEqual([
      ['- a', 1],
      ['  1. b', 2],
      ['', 2],
      ['     ```c', 5],
      ['     d', 5],
      ['', 6],
      ['     e', 7],
      ['     ```', 7],
      ['-', 8],
    ]);
  });

  it('adds quote marks to blank lines inside a quote, but not around the quote', () => {
    const lines = listWrittenLines((out) => {
      out.line('a', 1);
      out.blank();
      out.within('> ', '> ', 3, () => {
        out.line('b', 3);
        out.blank();
        out.blank();
        out.line('c', 5);
        out.blank();
      });
      out.blank();
      out.line('d', 7);
    });
    expect(lines.map(([line]) => line)).toEqual(['a', '', '> b', '>', '> c', '', 'd']);
  });
});
