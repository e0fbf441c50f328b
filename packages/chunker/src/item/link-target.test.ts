import { describe, expect, it } from 'vitest';
import { resolveLinkTarget } from './link-target.ts';

const REPOSITORY = 'https://github.com/octo/api/blob/main/';
const SITE = 'https://docs.example.com/v1';
const PATH = 'docs/guide/start.md';

describe('linkTarget', () => {
  it.each([
    ['https://x.y/z', 'https://x.y/z'],
    ['mailto:a@b.c', 'mailto:a@b.c'],
    ['//cdn.example.com/x.js', '//cdn.example.com/x.js'],
    ['data:image/png;base64,AAAA', 'data:image/png;base64,AAAA'],
    ['', ''],
    ['#rate', `${REPOSITORY}docs/guide/start.md#rate`],
    ['limits.md', `${REPOSITORY}docs/guide/limits.md`],
    ['./limits.md#rate', `${REPOSITORY}docs/guide/limits.md#rate`],
    ['../img/a b.png?raw=true', `${REPOSITORY}docs/img/a%20b.png?raw=true`],
    ['../../README.md', `${REPOSITORY}README.md`],
    ['../../../outside.md', '../../../outside.md'],
    ['/config/build#x', `${REPOSITORY}docs/config/build.md#x`],
    ['/logo.svg', `${REPOSITORY}docs/logo.svg`],
  ])('resolves the link %j with a repository URL to %j', (url, expected) => {
    expect(resolveLinkTarget(url, PATH, { repositoryUrl: REPOSITORY, root: 'docs' })).toBe(expected);
  });

  it.each([
    ['#rate', `${SITE}/guide/start#rate`],
    ['limits.md#rate', `${SITE}/guide/limits#rate`],
    ['../index.md', `${SITE}/`],
    ['../img/a.png', `${SITE}/img/a.png`],
    ['/config/build', `${SITE}/config/build`],
    ['/config/build.md#x', `${SITE}/config/build#x`],
    ['my%20page.md', `${SITE}/guide/my%20page`],
  ])('resolves the link %j with a site URL to %j', (url, expected) => {
    expect(resolveLinkTarget(url, PATH, { siteUrl: SITE, root: 'docs' })).toBe(expected);
  });

  it('returns links unchanged if neither site nor repository is known', () => {
    expect(resolveLinkTarget('limits.md', PATH, {})).toBe('limits.md');
  });
});
