import { describe, expect, it } from 'vitest';
import { getGenerators, listConfigPaths } from './known-generators.ts';

const getNames = (path: string) => getGenerators(path).map(({ name }) => name);

describe('generator configurations', () => {
  it.each([
    ['mkdocs.yml', 'mkdocs'],
    ['a/b/mkdocs.yaml', 'mkdocs'],
    ['website/docusaurus.config.mts', 'docusaurus'],
    ['docs/.vitepress/config/index.ts', 'vitepress'],
    ['config/_default/config.toml', 'hugo'],
    ['conf.py', 'sphinx'],
  ])('recognizes the configuration file of a generator: %s', (path, name) => expect(getNames(path)).toEqual([name]));

  it.each(['my-mkdocs.yml', 'vitepress/config.ts', 'config/index.ts', 'docusaurus.config.json'])(
    'does not treat %s as the configuration file of a generator',
    (path) => expect(getNames(path)).toEqual([]),
  );

  it('searches for the configuration of a generator in the folders around the docs folder, and in website', () => {
    const paths = listConfigPaths('a/docs');
    expect(paths).toEqual(expect.arrayContaining(['mkdocs.yml', 'a/mkdocs.yml', 'website/docusaurus.config.ts']));
    expect(paths).not.toContain('a/docs/mkdocs.yml');
    expect(listConfigPaths('')).toEqual([]);
  });
});
