import { expect, it } from 'vitest';
import { formatSectionMarkdown } from './markdown.ts';
import type { Section } from './report-section.ts';
import { formatSectionText } from './report-text.ts';

const section: Section = {
  title: 'Speed',
  notes: ['How.'],
  tables: [
    {
      caption: 'Cold',
      head: ['name', 'ms'],
      rows: [
        ['a | b', '10'],
        ['c', '9'],
      ],
    },
  ],
  goals: [{ goal: 'less', measured: '2 ×', met: false }],
};

it('formatSectionText aligns the columns of a table for a terminal', () => {
  expect(formatSectionText(section)).toBe('── Speed\n\nHow.\n\nCold\nname   ms\na | b  10\nc       9\n\n✗ less: 2 ×\n');
});

it('formatSectionMarkdown formats tables as Markdown', () => {
  expect(formatSectionMarkdown(section)).toBe(
    '## Speed\n\nHow.\n\n**Cold**\n\n| name | ms |\n| --- | --: |\n| a \\| b | 10 |\n| c | 9 |\n\n' +
      '**Goals**\n\n| goal | measured | met |\n| --- | --: | --: |\n| less | 2 × | **no** |',
  );
});
