import { expect, it } from 'vitest';
import { askedTables } from './asked.ts';
import { sectionMarkdown } from './markdown.ts';

it('finds what is asked in every section that asks for something', () => {
  const goals = [{ asked: 'a', measured: '1 ×', met: true }];
  const tables = [{ caption: 'Figures', head: ['row', 'ms'], rows: [['x', '1']] }];
  const text = [
    '# Results',
    'Word.',
    ...[goals, [], goals].map((each, at) => sectionMarkdown({ title: `S${at}`, notes: [], tables, goals: each })),
  ].join('\n\n');
  const table = '| asked | measured | met |\n| --- | --: | --: |\n| a | 1 × | yes |';
  expect(askedTables(`${text}\n`)).toEqual([`**S0**\n\n${table}`, `**S2**\n\n${table}`]);
});
