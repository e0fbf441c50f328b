import { describe, expect, it } from 'vitest';
import { createSite, whereTo } from '../site.fixture.ts';

const PAGES = {
  '0.index.md': '# Home',
  '1.guide/0.index.md': '# Guide',
  '1.guide/4.storage.md': '# Storage\n\n## 3. Dispatch\n\n## 🪶 Light',
  '2.api/10.Key Value.md': '# Key value',
};
const prefix = (folder: string) =>
  Object.fromEntries(Object.entries(PAGES).map(([path, text]) => [`${folder}/${path}`, text]));
const PROJECTS = {
  'Nuxt Content': {
    folder: 'site/content',
    files: { 'site/nuxt.config.ts': "export default { modules: ['@nuxt/content'] }", 'site/public/img/a.png': '' },
    image: 'site/public/img/a.png',
  },
  undocs: {
    folder: 'docs',
    files: { 'docs/.config/docs.yaml': 'redirects:\n  /old: /guide/storage\n', 'docs/.docs/public/img/a.png': '' },
    image: 'docs/.docs/public/img/a.png',
  },
};

describe.each(Object.entries(PROJECTS))('links in %s', (_name, { folder, files, image }) => {
  const site = createSite({ ...files, ...prefix(folder) });
  it.each([
    ['/guide', '1.guide/0.index.md'],
    ['/guide/storage', '1.guide/4.storage.md'],
    ['/guide/storage#_3-dispatch', '1.guide/4.storage.md#_3-dispatch'],
    ['/guide/storage#light', '1.guide/4.storage.md#light'],
    ['/api/key-value', '2.api/10.Key Value.md'],
    ['./4.storage.md', '1.guide/4.storage.md'],
    ['/', '0.index.md'],
  ])('resolves the Nuxt link %s to %s', (target, expected) => {
    expect(whereTo(site, `${folder}/1.guide/0.index.md`, target)).toBe(`${folder}/${expected}`);
  });

  it('resolves images in the public folder, and reports only pages that would be in the repository', () => {
    const from = `${folder}/1.guide/4.storage.md`;
    expect(whereTo(site, from, '/img/a.png')).toBe(image);
    expect(whereTo(site, from, '/guide/gone')).toBe('(/guide/gone does not exist)');
    expect(whereTo(site, from, '/img/gone.png')).toBe('(/img/gone.png does not exist)');
    expect(whereTo(site, from, '/playground/x')).toBe('unchecked');
    expect(whereTo(site, from, '/assets/gone.png')).toBe('unchecked');
  });

  it('generates URLs without the numbers that sort the pages', () => {
    const published = createSite({ ...files, ...prefix(folder) }, { siteUrl: 'https://example.org', root: folder });
    expect(published.pageUrl(`${folder}/1.guide/4.storage.md`)).toBe('https://example.org/guide/storage');
  });
});

it('resolves redirects of undocs', () => {
  const { files } = PROJECTS.undocs;
  expect(whereTo(createSite({ ...files, ...prefix('docs') }), 'docs/0.index.md', '/old')).toBe(
    'docs/1.guide/4.storage.md',
  );
});
