import { describe, expect, it } from 'vitest';
import { readRst } from './read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();
const SECTIONS = '\nAbstract\n========\n\nText.\n\nDetails\n-------\n\nMore.\n';

describe('header of a proposal', () => {
  it.each([
    ['Rejected', 'PEP 642 – Explicit *Pattern* Syntax (Rejected)'],
    ['Draft', 'PEP 642 – Explicit *Pattern* Syntax (Draft)'],
    ['Final', 'PEP 642 – Explicit *Pattern* Syntax'],
  ])('the header of a proposal becomes a heading with the number, the title and the status %s', (status, title) => {
    const header = `PEP: 642\nTitle: Explicit *Pattern*\n  Syntax\nAuthor: A,\n        B\nStatus: ${status}\nContent-Type: text/x-rst\n`;
    expect(md(header + SECTIONS).replace(/ \{#pep-642[^}]*\}/, '')).toBe(
      `# ${title.replaceAll('*', '\\*')}\n\n- **Author**: A, B\n- **Status**: ${status}\n\n## Abstract\n\nText.\n\n### Details\n\nMore.`,
    );
  });

  it('the header of a proposal does not change the source lines of the sections', () => {
    const reading = readRst(`RFC: 7\nTitle: Seven\nStatus: Active\n${SECTIONS}`);
    const at = reading.markdown.split('\n').indexOf('## Abstract');
    expect(reading.lines?.[at]).toBe(5);
  });

  it.each([
    ['without a title', 'PEP: 1\nStatus: Final\n\nText'],
    ['without a number', 'Note: 1\nTitle: x\n\nText'],
    ['that is a paragraph', 'PEP: 1\nTitle: x\nand words that go on\n\nText'],
  ])('a first paragraph %s stays unchanged', (_, rst) => {
    expect(md(rst)).not.toContain('#');
  });

  it('the header of a proposal may be a field list', () => {
    expect(readRst(':PEP: 5\n:Title: Five\n:Status: Withdrawn\n\nText').title).toBe('PEP 5 – Five (Withdrawn)');
  });
});
