import { expect, it } from 'vitest';
import { readGoalTables } from './goal-tables.ts';
import { formatSectionMarkdown } from './markdown.ts';

it('readGoalTables returns a table for every section that has goals', () => {
  const goals = [{ goal: 'a', measured: '1 ×', met: true }];
  const tables = [{ caption: 'Figures', head: ['row', 'ms'], rows: [['x', '1']] }];
  const text = [
    '# Results',
    'Word.',
    ...[goals, [], goals].map((each, at) => formatSectionMarkdown({ title: `S${at}`, notes: [], tables, goals: each })),
  ].join('\n\n');
  const table = '| goal | measured | met |\n| --- | --: | --: |\n| a | 1 × | yes |';
  expect(readGoalTables(`${text}\n`)).toEqual([`**S0**\n\n${table}`, `**S2**\n\n${table}`]);
});
