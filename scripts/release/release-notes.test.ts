import { describe, expect, it } from 'vitest';
import { addRelease, getNotes, getTags } from './release-notes.ts';

const CHANGELOG = '# @context-sync/action\n\n## 1.1.0\n\n### Minor Changes\n\n- abc: More.\n\n## 1.0.0\n\n- First.\n';

describe('a release version', () => {
  it('getTags returns the tag of a version and the moving tag of its major version', () => {
    expect(getTags('12.3.4')).toEqual({ own: 'v12.3.4', moving: 'v12' });
  });

  it.each(['1.2', 'v1.2.3', '1.2.3-beta.1', ''])('getTags rejects the version %j', (version) => {
    expect(() => getTags(version)).toThrow(/three numbers/);
  });
});

describe('the notes of a release', () => {
  it('the notes of a release are the text under the heading of its version', () => {
    expect(getNotes(CHANGELOG, '1.1.0')).toBe('### Minor Changes\n\n- abc: More.');
    expect(getNotes(CHANGELOG, '1.0.0')).toBe('- First.');
  });

  it('getNotes throws an error if the changelog has no section for the version', () => {
    expect(() => getNotes(CHANGELOG, '1.0')).toThrow(/no section "1\.0"/);
  });
});

describe('addRelease', () => {
  it('addRelease inserts the release first, without lines about dependencies', () => {
    const packageChangelog =
      '# @context-sync/action\n\n## 1.1.0\n\n### Minor Changes\n\n- abc: More.\n\n### Patch Changes\n\n- Updated dependencies\n  - @context-sync/core@1.1.0\n- @context-sync/sync@1.1.0\n';
    expect(addRelease('# Changelog\n\nText.\n\n## 1.0.0\n\n- First.\n', packageChangelog, '1.1.0')).toBe(
      '# Changelog\n\nText.\n\n## 1.1.0\n\n### Minor Changes\n\n- abc: More.\n\n## 1.0.0\n\n- First.\n',
    );
  });
});
