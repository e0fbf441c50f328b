import { describe, expect, it } from 'vitest';
import { configPathsAround, generatorsOf } from './all.ts';

const namesOf = (path: string) => generatorsOf(path).map(({ name }) => name);

describe('the configuration of a generator', () => {
  it.each([
    ['mkdocs.yml', 'mkdocs'],
    ['a/b/mkdocs.yaml', 'mkdocs'],
    ['website/docusaurus.config.mts', 'docusaurus'],
    ['docs/.vitepress/config/index.ts', 'vitepress'],
    ['config/_default/config.toml', 'hugo'],
    ['conf.py', 'sphinx'],
  ])('is recognized by its name: %s', (path, name) => expect(namesOf(path)).toEqual([name]));

  it.each(['my-mkdocs.yml', 'vitepress/config.ts', 'config/index.ts', 'docusaurus.config.json'])(
    'is not any other file: %s',
    (path) => expect(namesOf(path)).toEqual([]),
  );

  it('is searched for in the folders around the docs folder, and in website', () => {
    const paths = configPathsAround('a/docs');
    expect(paths).toEqual(expect.arrayContaining(['mkdocs.yml', 'a/mkdocs.yml', 'website/docusaurus.config.ts']));
    expect(paths).not.toContain('a/docs/mkdocs.yml');
    expect(configPathsAround('')).toEqual([]);
  });
});
