import { describe, expect, it } from 'vitest';
import { createSite, whereTo } from '../site.fixture.ts';

const FILES = {
  // DocFX accepts comments and commas after the last value.
  'docs/docfx.json':
    '\uFEFF{ "metadata": [{ "dest": "api", }], /* all */ "build": { "content": [{ "files": ["**/*.md"], }, ], } } // end',
  'docs/index.md': '# Home',
  'docs/articles/toc.yml': '- name: Start',
  'docs/articles/start.md': '---\nuid: articles.start\n---\n\n# Start\n\n## Run it',
  'docs/articles/tabs.md': '# [Linux](#tab/linux)',
  'docs/images/a.png': '',
  'samples/Program.cs': 'class Program {}',
};

describe('links in DocFX', () => {
  const site = createSite(FILES);
  it.each([
    ['start.md#run-it', 'docs/articles/start.md#run-it'],
    ['start.html', 'docs/articles/start.md'],
    ['~/articles/start.md', 'docs/articles/start.md'],
    ['/articles/start.md', 'docs/articles/start.md'],
    ['~/images/a.png', 'docs/images/a.png'],
    ['../../samples/Program.cs', 'samples/Program.cs'],
    ['xref:articles.start', 'docs/articles/start.md'],
    ['articles.start', 'docs/articles/start.md'],
    ['#tab/linux', 'docs/articles/tabs.md#tab/linux'],
    ['../Articles/Start.MD#run-it', 'docs/articles/start.md#run-it'],
    ['/images/A.png', 'docs/images/a.png'],
    ['toc.yml', 'docs/articles/toc.yml'],
    ['..\\articles\\start.md#run-it', 'docs/articles/start.md#run-it'],
    ['/other-site/page', 'unchecked'],
    ['~/../other-repository/Program.cs', 'unchecked'],
    ['gone.md', '(docs/articles/gone.md does not exist)'],
    ['../images/gone.png', '(docs/images/gone.png does not exist)'],
    ['../api/Example.Client.yml', 'elsewhere'],
    ['../api/Example.Client.html', 'elsewhere'],
    ['System.Collections.Generic.List`1', 'elsewhere'],
    ['xref:System.String', ''],
  ])('resolves the DocFX link %s to %s', (target, expected) => {
    expect(whereTo(site, 'docs/articles/tabs.md', target)).toBe(expected);
  });
});
