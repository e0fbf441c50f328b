import { describe, expect, it } from 'vitest';
import { findViolations } from '../gfm.fixture.ts';
import { PAYLOADS } from '../payloads.fixture.ts';
import { linkToLines, linkToPullRequest } from './markdown-link.ts';

const COMMIT = 'c'.repeat(40);
const BASE = { repositoryUrl: 'https://github.com/octo-org/api', commit: COMMIT };

describe('links in a report', () => {
  it('linkToLines links to the lines of a file at the commit', () => {
    expect(linkToLines('3–12', BASE, 'docs/a b (1).md', [3, 12])).toBe(
      `[3–12](https://github.com/octo-org/api/blob/${COMMIT}/docs/a%20b%20%281%29.md?plain=1#L3-L12)`,
    );
    expect(linkToLines('3', BASE, 'a.md', [3, 3])).toContain('#L3)');
  });

  it('linkToLines and linkToPullRequest return only the text if the repository is unknown', () => {
    expect(linkToLines('3', { commit: COMMIT }, 'a.md', [3, 3])).toBe('3');
    expect(linkToPullRequest({}, 12)).toBe('<code>&#35;12</code>');
  });

  it('linkToPullRequest links to a pull request', () => {
    expect(linkToPullRequest(BASE, 12)).toBe('[#12](https://github.com/octo-org/api/pull/12)');
  });

  it.each(PAYLOADS)('linkToLines keeps the file name %j inside the URL', (payload) => {
    const text = `See ${linkToLines('3', BASE, `docs/${payload}`, [3, 3])}`;
    expect(findViolations(text)).toEqual([]);
  });
});
