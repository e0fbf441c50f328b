import { describe, expect, it } from 'vitest';
import { addRelease, notesOf, tagsOf } from './release-notes.ts';

const CHANGELOG = '# @context-sync/action\n\n## 1.1.0\n\n### Minor Changes\n\n- abc: More.\n\n## 1.0.0\n\n- First.\n';

describe('a version', () => {
  it('has a tag of its own, and the one of its major version', () => {
    expect(tagsOf('12.3.4')).toEqual({ own: 'v12.3.4', moving: 'v12' });
  });

  it.each(['1.2', 'v1.2.3', '1.2.3-beta.1', ''])('%j is not released', (version) => {
    expect(() => tagsOf(version)).toThrow(/three numbers/);
  });
});

describe('the notes of a release', () => {
  it('are what stands under its heading', () => {
    expect(notesOf(CHANGELOG, '1.1.0')).toBe('### Minor Changes\n\n- abc: More.');
    expect(notesOf(CHANGELOG, '1.0.0')).toBe('- First.');
  });

  it('must be there', () => {
    expect(() => notesOf(CHANGELOG, '1.0')).toThrow(/no section "1\.0"/);
  });
});

describe('a new release in the changelog', () => {
  it('comes first, without lines about dependencies', () => {
    const packageChangelog =
      '# @context-sync/action\n\n## 1.1.0\n\n### Minor Changes\n\n- abc: More.\n\n### Patch Changes\n\n- Updated dependencies\n  - @context-sync/core@1.1.0\n- @context-sync/sync@1.1.0\n';
    expect(addRelease('# Changelog\n\nText.\n\n## 1.0.0\n\n- First.\n', packageChangelog, '1.1.0')).toBe(
      '# Changelog\n\nText.\n\n## 1.1.0\n\n### Minor Changes\n\n- abc: More.\n\n## 1.0.0\n\n- First.\n',
    );
  });
});
