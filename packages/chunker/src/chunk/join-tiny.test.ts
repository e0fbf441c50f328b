import { describe, expect, it } from 'vitest';
import { chunk } from '../chunk.ts';
import { getBody } from '../item-problems.fixture.ts';

const LONG = 'Some words of a section. '.repeat(80).trim();
const HUGE = 'Some words of a section. '.repeat(104).trim();

const getItems = (text: string, path = 'docs/page.md') =>
  chunk({ path, text }).items.map(({ title, content }) => [title, getBody(content)]);

describe('tiny texts', () => {
  it('merges a text of fewer than 60 letters with the section before it, which keeps its title', () => {
    expect(getItems(`# T\n\n${LONG}\n\n## A\n\n${HUGE}\n\n## B\n\nSee above.\n\n## C\n\n${HUGE}`)).toEqual([
      ['T', `# T\n\n${LONG}`],
      ['T › A', `## A\n\n${HUGE}\n\n## B\n\nSee above.`],
      ['T › C', `## C\n\n${HUGE}`],
    ]);
  });

  it('merges a text of fewer than 60 letters with the section that it introduces', () => {
    expect(getItems(`# T\n\n## A\n\n${HUGE}\n\n## B\n\nIt is new.\n\n### C\n\n${HUGE}`)).toEqual([
      ['T › A', `## A\n\n${HUGE}`],
      ['T › B › C', `## B\n\nIt is new.\n\n### C\n\n${HUGE}`],
    ]);
  });

  it('merges a text of fewer than 60 letters at the start of a page with the section below it', () => {
    expect(getItems(`# T\n\nIt is new.\n\n## A\n\n${HUGE}`)).toEqual([
      ['T › A', `# T\n\nIt is new.\n\n## A\n\n${HUGE}`],
    ]);
  });

  it('merges the overview of an API that contains only its version with the first operation', () => {
    const info = { title: 'T', version: '1.0.0' };
    const paths = {
      '/a': { get: { summary: 'Read', description: LONG } },
      '/b': { get: { summary: 'List', description: LONG } },
    };
    expect(getItems(JSON.stringify({ openapi: '3.1.0', info, paths }), 'api.json')).toEqual([
      ['T › GET /a – Read', `# T\n\nVersion \`1.0.0\`\n\n## GET /a – Read\n\n${LONG}`],
      ['T › GET /b – List', `## GET /b – List\n\n${LONG}`],
    ]);
  });

  it('creates an item for a text of fewer than 60 letters if the page has no other text', () => {
    expect(getItems('# T\n\nIt is new.')).toEqual([['T', '# T\n\nIt is new.']]);
  });

  it('creates an item for a text of fewer than 60 letters if neighboring items have no space for it', () => {
    const code = `\`\`\`\n${'x'.repeat(7_565)}\n\`\`\``;
    const titles = getItems(`# T\n\n${code}\n\n## A\n\nSee above.`).map(([title]) => title);
    expect(titles).toEqual(['T', 'T › A']);
  });
});
