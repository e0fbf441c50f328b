import { describe, expect, test } from 'vitest';
import { findSkipped } from '../find-skipped.ts';

/** Returns the pages that are skipped as translations, with their originals. */
function findTranslated(tree: string): Record<string, string> {
  const paths = tree.split(/\s+/).filter((path) => path !== '');
  const skippedPaths = findSkipped(
    paths.map((path) => ({ path })),
    new Set(['translations'] as const),
  );
  return Object.fromEntries(
    [...skippedPaths].map(([path, reason]) => [path, reason.replace('it is a translation of ', '')]),
  );
}

describe('translations', () => {
  test.each<[string, string, Record<string, string>]>([
    ['folders of other languages next to the folder "en"', 'en/guide.md fr/guide.md', { 'fr/guide.md': 'en/guide.md' }],
    [
      '"en" is the original even if other languages have more pages, and pages without an original are kept',
      'en/a.md zh/a.md zh/b.md zh/c.md',
      { 'zh/a.md': 'en/a.md' },
    ],
    [
      'the folder "en" takes precedence over "en-US" and "en-GB"',
      'en/a.md en-US/a.md en-GB/a.md',
      { 'en-GB/a.md': 'en/a.md', 'en-US/a.md': 'en/a.md' },
    ],
    [
      'MDN',
      'files/en-us/web/x/index.md files/fr/web/x/index.md',
      { 'files/fr/web/x/index.md': 'files/en-us/web/x/index.md' },
    ],
    ['a folder next to the pages', 'guide.md fr/guide.md', { 'fr/guide.md': 'guide.md' }],
    [
      'VitePress',
      `index.md guide/start.md guide/config.md api.md
       zh/index.md zh/guide/start.md zh/guide/config.md
       ja/index.md ja/api.md it/index.md`,
      {
        'it/index.md': 'index.md',
        'ja/api.md': 'api.md',
        'ja/index.md': 'index.md',
        'zh/guide/config.md': 'guide/config.md',
        'zh/guide/start.md': 'guide/start.md',
        'zh/index.md': 'index.md',
      },
    ],
    [
      'Starlight, with a page that exists in only one language',
      'src/content/docs/start.mdx src/content/docs/pt-br/start.mdx src/content/docs/pt-br/comunidade.mdx',
      { 'src/content/docs/pt-br/start.mdx': 'src/content/docs/start.mdx' },
    ],
    ['docsify', 'docs/README.md docs/zh-cn/README.md', { 'docs/zh-cn/README.md': 'docs/README.md' }],
    [
      'Hugo',
      'content/en/docs/_index.md content/de/docs/_index.md content/no/docs/_index.md',
      {
        'content/de/docs/_index.md': 'content/en/docs/_index.md',
        'content/no/docs/_index.md': 'content/en/docs/_index.md',
      },
    ],
    [
      'MkDocs, with languages in folders',
      'docs/en/docs/index.md docs/fa/docs/index.md',
      { 'docs/fa/docs/index.md': 'docs/en/docs/index.md' },
    ],
    [
      'languages as suffixes of file names, and an original without one',
      'guide.md guide.fr.md',
      { 'guide.fr.md': 'guide.md' },
    ],
    [
      'languages as suffixes of file names, also of the original',
      'guide.en.md guide.fr.md guide.it.md',
      { 'guide.fr.md': 'guide.en.md', 'guide.it.md': 'guide.en.md' },
    ],
    [
      'an ambiguous language suffix next to a clear one',
      'a.md a.id.md a.ja.md',
      { 'a.id.md': 'a.md', 'a.ja.md': 'a.md' },
    ],
    ['languages in folders and in suffixes', 'en/a.en.md fr/a.fr.md', { 'fr/a.fr.md': 'en/a.en.md' }],
    [
      'languages joined to file names, also of the original',
      'guide_en.md guide_zh.md',
      { 'guide_zh.md': 'guide_en.md' },
    ],
    [
      'regional languages joined to file names',
      'guide.md guide_zh-CN.md guide-pt-br.md',
      { 'guide-pt-br.md': 'guide.md', 'guide_zh-CN.md': 'guide.md' },
    ],
    [
      'readmes',
      'README.md README.zh-CN.md README_JP.md README-it.md docs/README.md docs/README_CN.md translations/README.ko.md',
      {
        'README-it.md': 'README.md',
        'README.zh-CN.md': 'README.md',
        'README_JP.md': 'README.md',
        'docs/README_CN.md': 'docs/README.md',
        'translations/README.ko.md': 'README.md',
      },
    ],
    ['a folder for translations', 'docs/a.md i18n/it/docs/a.md', { 'i18n/it/docs/a.md': 'docs/a.md' }],
    [
      'the Linux kernel',
      'process/howto.rst translations/it_IT/process/howto.rst translations/zh_CN/process/howto.rst',
      {
        'translations/it_IT/process/howto.rst': 'process/howto.rst',
        'translations/zh_CN/process/howto.rst': 'process/howto.rst',
      },
    ],
    ['gettext', 'docs/a.rst docs/locale/de/LC_MESSAGES/a.rst', { 'docs/locale/de/LC_MESSAGES/a.rst': 'docs/a.rst' }],
    [
      'Antora',
      'modules/ROOT/pages/a.adoc ja/modules/ROOT/pages/a.adoc',
      { 'ja/modules/ROOT/pages/a.adoc': 'modules/ROOT/pages/a.adoc' },
    ],
    ['a language joined to the name of a folder', 'docs/a.md docs-zh/a.md', { 'docs-zh/a.md': 'docs/a.md' }],
    [
      'Docusaurus',
      `docs/a.md blog/b.md src/pages/c.md community/d.md versioned_docs/version-1.0/a.md
       i18n/fr/docusaurus-plugin-content-docs/current/a.md i18n/fr/docusaurus-plugin-content-docs/version-1.0/a.md
       i18n/fr/docusaurus-plugin-content-blog/b.md i18n/fr/docusaurus-plugin-content-pages/c.md
       i18n/fr/docusaurus-plugin-content-docs-community/current/d.md i18n/fr/docusaurus-plugin-content-docs/current/seul.md`,
      {
        'i18n/fr/docusaurus-plugin-content-blog/b.md': 'blog/b.md',
        'i18n/fr/docusaurus-plugin-content-docs-community/current/d.md': 'community/d.md',
        'i18n/fr/docusaurus-plugin-content-docs/current/a.md': 'docs/a.md',
        'i18n/fr/docusaurus-plugin-content-docs/version-1.0/a.md': 'versioned_docs/version-1.0/a.md',
        'i18n/fr/docusaurus-plugin-content-pages/c.md': 'src/pages/c.md',
      },
    ],
    [
      'Docusaurus with docs next to the folder of the site, and Docusaurus version 1',
      `docs/a.md website/i18n/is/docusaurus-plugin-content-docs/current/a.md website/translated_docs/zh-CN/a.md
       website/versioned_docs/version-1/b.md website/translated_docs/zh-CN/version-1/b.md`,
      {
        'website/i18n/is/docusaurus-plugin-content-docs/current/a.md': 'docs/a.md',
        'website/translated_docs/zh-CN/a.md': 'docs/a.md',
        'website/translated_docs/zh-CN/version-1/b.md': 'website/versioned_docs/version-1/b.md',
      },
    ],
    [
      'without English, the language with the most pages is the original',
      'ja/a.md ja/b.md zh/a.md zh/b.md zh/c.md',
      { 'ja/a.md': 'zh/a.md', 'ja/b.md': 'zh/b.md' },
    ],
    [
      'a translation in another format or with another path layout',
      'fr/a/index.mdx a.md b.md fr/b.md',
      { 'fr/a/index.mdx': 'a.md', 'fr/b.md': 'b.md' },
    ],
    [
      'of two originals, the one in the same format',
      'a.html a.md a.fr.html a.fr.md',
      { 'a.fr.html': 'a.html', 'a.fr.md': 'a.md' },
    ],
    [
      'only Italian, which has most of the pages',
      'a.md b.md c.md d.md it/a.md it/b.md it/c.md',
      { 'it/a.md': 'a.md', 'it/b.md': 'b.md', 'it/c.md': 'c.md' },
    ],
    [
      'a translation of a translation refers to the original',
      'a.md b.md guide/a.md ja/a.md ja/b.md fr/ja/a.md fr/a.md fr/b.md',
      { 'fr/a.md': 'a.md', 'fr/b.md': 'b.md', 'fr/ja/a.md': 'a.md', 'ja/a.md': 'a.md', 'ja/b.md': 'b.md' },
    ],
    [
      'an outdated translation that has most pages, next to a folder "id" that is a word',
      'a.md b.md c.md fr/a.md fr/b.md fr/c.md fr/w.md fr/x.md fr/y.md fr/z.md id/a.md id/x.md id/y.md',
      { 'fr/a.md': 'a.md', 'fr/b.md': 'b.md', 'fr/c.md': 'c.md' },
    ],
    [
      'Italian, next to a folder "id" that is a word',
      'a.md b.md c.md it/a.md it/b.md it/c.md id/a.md',
      { 'it/a.md': 'a.md', 'it/b.md': 'b.md', 'it/c.md': 'c.md' },
    ],
    [
      'an outdated translation with many pages of its own',
      'a.md b.md c.md zh-cn/a.md zh-cn/b.md zh-cn/c.md zh-cn/w.md zh-cn/x.md zh-cn/y.md zh-cn/z.md',
      {
        'zh-cn/a.md': 'a.md',
        'zh-cn/b.md': 'b.md',
        'zh-cn/c.md': 'c.md',
      },
    ],
  ])('finds translations of an existing page: %s', (_, tree, expected) => {
    expect(findTranslated(tree)).toEqual(expected);
  });
});

describe('pages that are not translations', () => {
  test.each<[string, string]>([
    ['a folder "id" next to English pages', 'en/users/get.md users/id/get.md'],
    ['a folder "it" with too few pages', 'a.md b.md it/a.md it/b.md'],
    [
      'the folder of a country in which less than half of the pages have a counterpart',
      'tax/a.md tax/b.md tax/c.md tax/de/a.md tax/de/b.md tax/de/c.md tax/de/w.md tax/de/x.md tax/de/y.md tax/de/z.md',
    ],
    ['a language folder in which only the index page has a counterpart', 'index.md fr/index.md'],
    ['a folder "id" that has more pages than a language', 'id/get.md id/put.md id/list.md de/get.md de/put.md'],
    [
      'folders with language codes whose pages have no counterpart',
      'index.md go/start.md is/even.md it/each.md no/op.md id/format.md fr/seul.md',
    ],
    ['an index in every folder', 'sdk/index.md sdk/go/index.md sdk/cs/index.md sdk/fr/index.md'],
    [
      'SDKs',
      'sdk/start.md sdk/errors.md sdk/go/start.md sdk/go/errors.md sdk/cs/start.md sdk/cs/errors.md sdk/ts/start.md',
    ],
    ['SDKs at the root', 'start.md errors.md auth.md go/start.md cs/start.md cs/errors.md cs/auth.md'],
    [
      'paths of an API',
      'users/get.md users/put.md users/delete.md users/list.md users/id/get.md users/id/put.md users/id/delete.md',
    ],
    ['countries', 'tax/rates.md tax/filing.md tax/de/rates.md tax/de/filing.md tax/fr/rates.md'],
    ['countries at the root', 'a.md b.md c.md us/a.md us/b.md de/a.md de/b.md fr/a.md fr/c.md'],
    ['countries without pages for all countries', 'us/a.md us/b.md de/a.md de/b.md fr/a.md fr/b.md'],
    ['markets', 'markets/a.md markets/b.md markets/c.md markets/de/a.md markets/de/b.md markets/de/c.md'],
    ['regions of a cloud', 'limits.md eu-west-1/limits.md us-east-1/limits.md eu/limits.md'],
    ['countries in names', 'payments.md payments-de.md payments_es.md support-uk.md support.md'],
    [
      'words in names',
      'what.md what-is.md user.md user-id.md user_id.md how.md how-to.md sign.md sign-in.md make.md make-it.md',
    ],
    ['members of a class', 'pkg.model.md pkg.model.id.md pkg.user.md pkg.user.id.md object.md object.is.md'],
    ['elements of a language', 'tags/a.md tags/br.md tags/hr.md tags/tr.md tags/th.md tags/en.md'],
    ['voices', 'voices/index.md voices/en.md voices/fr.md voices/de.md'],
    ['a page without a language next to its English version', 'guide.md en/guide.md README.md README_EN.md'],
    ['a language folder in which one of many pages has a counterpart', 'a.md fr/a.md fr/b.md fr/c.md'],
    ['descriptions of APIs', 'openapi.yaml fr/openapi.yaml de/openapi.yaml'],
    ['data and prose', 'api.yaml api.fr.md'],
    ['one page in two languages, neither of which must be the original', 'de/a.md fr/a.md'],
    ['different pages', 'en/a.md fr/b.md'],
    ['a folder "id" below an English folder', 'en/users/get.md en/users/id/get.md en/users/id/put.md fr/index.md'],
  ])('keeps pages that are not translations: %s', (_, tree) => {
    expect(findTranslated(tree)).toEqual({});
  });
});
