import { expect, it } from 'vitest';
import { formatPlanFile } from './plan-file.ts';
import { create, createPlannedReport, deletion, item, record, update } from './report.fixture.ts';

it('the plan file lists every change with the content to send, and no unchanged items', () => {
  const keptItem = item('Kept');
  const report = createPlannedReport([
    create('docs/a.md', item('New', 'Text of New.')),
    update('docs/b.md', item('Edited')),
    deletion('docs/c.md', record('Deleted')),
    { kind: 'unchanged', path: 'docs/d.md', item: keptItem, record: record('Kept') },
  ]);
  const file = JSON.parse([...formatPlanFile(report)].join('')) as {
    schemaVersion: number;
    changes: Record<string, unknown>[];
  };
  expect(file).toMatchObject({ schemaVersion: 2, project: 'octo-api', outcome: 'planned', connect: null });
  expect(file.changes).toMatchObject([
    { kind: 'create', path: 'docs/a.md', key: 'New#1', title: 'New', content: 'Text of New.', public: false },
    { kind: 'update', path: 'docs/b.md', key: 'Edited#1', id: 'itm_1' },
    { kind: 'delete', path: 'docs/c.md', key: 'Deleted#1', title: 'Deleted', id: 'itm_1' },
  ]);
  expect(file.changes.map((change) => 'content' in change)).toEqual([true, true, false]);
});

it.each([0, 1, 3])('the plan file with %i changes is indented like the output of JSON.stringify', (count) => {
  const changes = Array.from({ length: count }, (_, index) =>
    create(`docs/${index}.md`, item(`Page ${index}`, 'Lines\n\n"changes": []')),
  );
  const text = [...formatPlanFile(createPlannedReport(changes))].join('');
  expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
  expect((JSON.parse(text) as { changes: unknown[] }).changes).toHaveLength(count);
});

it('formatPlanFile returns the file in parts of fewer than 1,000 characters each', () => {
  const changes = Array.from({ length: 1_000 }, (_, index) => create(`docs/${index}.md`, item(`Page ${index}`)));
  const parts = [...formatPlanFile(createPlannedReport(changes))];
  expect(parts.length).toBeGreaterThan(1_000);
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(1_000);
});
