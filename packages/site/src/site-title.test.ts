import { describe, expect, it } from 'vitest';
import { indexSite } from './index-site.ts';

function readTitle(files: Readonly<Record<string, string>>): string | undefined {
  const site = indexSite({
    paths: new Set(Object.keys(files)),
    read: (path) => files[path],
    facts: () => undefined,
    address: { root: 'docs' },
  });
  return site.siteTitle(Object.keys(files).filter((path) => /\.(?:mdx?|rst|adoc)$/.test(path)));
}

describe('the title of a site', () => {
  it.each([
    ['MkDocs', 'mkdocs.yml', 'site_name: Pets API\n', 'docs/index.md'],
    [
      'Docusaurus',
      'docusaurus.config.js',
      "// title: 'Old'\nmodule.exports = { title: 'Pets API' };\n",
      'docs/index.md',
    ],
    ['Sphinx', 'docs/conf.py', "project = 'Pets API'\nextensions = []\n", 'docs/index.rst'],
    ['Sphinx', 'docs/conf.py', "project = 'pets'\nhtml_title = 'Pets API'\n", 'docs/index.rst'],
    ['Mintlify', 'docs/docs.json', '{"name":"Pets API","navigation":[]}', 'docs/index.mdx'],
    ['Antora', 'docs/antora.yml', 'name: pets\ntitle: Pets API\nversion: ~\n', 'docs/modules/ROOT/pages/index.adoc'],
    ['Jekyll', 'docs/_config.yml', 'title: Pets API\n', 'docs/index.md'],
    ['mdBook', 'docs/book.toml', '[book]\ntitle = "Pets API"\n', 'docs/src/a.md'],
    ['MyST', 'docs/myst.yml', 'version: 1\nproject:\n  title: Pets API\n', 'docs/index.md'],
    ['DocFX', 'docs/docfx.json', '{"build":{"globalMetadata":{"_appTitle":"Pets API"}}}', 'docs/index.md'],
    [
      'Starlight',
      'docs/astro.config.mjs',
      "import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'Pets API' })] };\n",
      'docs/src/content/docs/index.md',
    ],
    ['VitePress', 'docs/.vitepress/config.ts', "export default { title: 'Pets API' };\n", 'docs/index.md'],
  ])('the title of the site is read from the configuration of %s (%s)', (_name, path, config, document) => {
    expect(readTitle({ [path]: config, [document]: '# Page' })).toBe('Pets API');
  });

  it.each([
    ['a direct export', "export default { themeConfig: { navbar: { title: 'Bar' } }, title: 'Pets API' };"],
    ['module.exports', "module.exports = {\n  presets: [{ title: 'Blog' }],\n  title: 'Pets API',\n};"],
    [
      'a constant',
      "const bar = { title: 'Bar' };\nconst config: Config = { bar, title: 'Pets API' };\nexport default config;",
    ],
    [
      'a function of a library',
      "const foot = { title: 'Foot' };\nexport default defineConfig({ foot, title: `Pets API` });",
    ],
    [
      'a wrapped constant',
      "const config = { logo: { title: 'Logo' }, title: 'Pets API' }\nmodule.exports = withDocs(config)",
    ],
    [
      'a function',
      "export default async function create() {\n  const bar = { title: 'Bar' };\n  return { bar, title: 'Pets API' };\n}",
    ],
    [
      'a named function',
      "async function create() { return { a: { title: 'A' }, title: 'Pets API' }; }\nmodule.exports = create;",
    ],
    ['a constant for the title', "const name = 'Pets API';\nexport default { bar: { title: 'Bar' }, title: name };"],
    ['a constant at the end', "const name = 'Pets API';\nexport default { bar: { title: 'Bar' }, title: name }"],
  ])('the title is that of the outermost object of a configuration with %s', (_name, config) => {
    for (const path of ['docusaurus.config.ts', 'docs/.vitepress/config.ts'])
      expect(readTitle({ [path]: config, 'docs/index.md': '# Page' })).toBe('Pets API');
  });

  it('the title of a Starlight site is that of the integration, not of an object in it', () => {
    const config = `const foot = { title: 'Foot' };
export default defineConfig({ integrations: [starlight({ logo: { title: 'Logo' }, title: 'Pets API' })] });`;
    expect(readTitle({ 'docs/astro.config.mjs': config, 'docs/src/content/docs/index.md': '# Page' })).toBe('Pets API');
  });

  it.each([
    ['no configuration', {}],
    [
      'a title only in a nested object',
      {
        'docusaurus.config.js': "module.exports = { title: getTitle(), themeConfig: { navbar: { title: 'Bar' } } };\n",
      },
    ],
    ['a configuration without a title', { 'mkdocs.yml': 'nav: []\n' }],
    ['a computed title', { 'docusaurus.config.js': 'module.exports = { title: getTitle() };\n' }],
    ['an empty title', { 'mkdocs.yml': 'site_name: " "\n' }],
  ])('a site has no title with %s', (_name, files) => {
    expect(readTitle({ ...files, 'docs/index.md': '# Page' })).toBeUndefined();
  });

  it('the title is that of the site to which most of the documents belong', () => {
    const small = { 'docs/a/mkdocs.yml': 'site_name: Small\n', 'docs/a/docs/x.md': '# X' };
    const large = { 'docs/b/mkdocs.yml': 'site_name: Large\n', 'docs/b/docs/x.md': '# X', 'docs/b/docs/y.md': '# Y' };
    expect(readTitle({ ...small, ...large })).toBe('Large');
  });
});
