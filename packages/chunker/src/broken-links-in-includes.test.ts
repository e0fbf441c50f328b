import { indexSite } from '@context-sync/site';
import { expect, it } from 'vitest';
import { chunk } from './chunk.ts';

it.each([
  ['AsciiDoc', 'adoc', '= A\n\ninclude::a.txt[]\n\ninclude::b.txt[]\n', 'xref:gone.adoc[]'],
  ['reStructuredText', 'rst', 'A\n=\n\n.. include:: a.txt\n.. include:: b.txt\n', ':doc:`gone`'],
  ['Markdown', 'md', '# A\n\n--8<-- "a.txt"\n\n--8<-- "b.txt"\n', '[x](gone.md)'],
])('reports the line of the include for a broken link in a file that %s includes', (_, extension, text, link) => {
  const path = `docs/page.${extension}`;
  const files = new Map([
    [path, text],
    ...(extension === 'rst' ? [['docs/conf.py', "project = 'A'\n"] as const] : []),
    ['docs/a.txt', 'One.\n\nTwo.\n\nThree.\n'],
    ['docs/b.txt', `Four.\n\nSee ${link}.\n`],
  ]);
  const address = { repositoryUrl: 'https://github.com/octo/api/blob/main/' };
  const site = indexSite({ paths: new Set(files.keys()), read: (each) => files.get(each), address });
  const { warnings } = chunk({ path, text }, { address, site });
  expect(warnings).toMatchObject([{ line: 5, message: expect.stringContaining('docs/gone') }]);
});
