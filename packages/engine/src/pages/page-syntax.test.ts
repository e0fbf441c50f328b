import { Cleanup, GitRepository } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildPortalOf } from './build-portal.fixture.ts';

const GIF = 'GIF89a';
const IMAGES = { 'docs/light.gif': GIF, 'docs/dark.gif': GIF };

let cleanup: Cleanup;
let repository: GitRepository;

beforeEach(async () => {
  cleanup = new Cleanup();
  repository = await GitRepository.create(cleanup);
});
afterEach(() => cleanup.close());

/** Returns the Markdown of the start page, and the paths of the files that the portal contains. */
async function publishHome(files: Readonly<Record<string, string>>) {
  const { pages, assets } = await buildPortalOf(repository, files);
  const home = pages.find(({ path }) => path === 'index');
  return { markdown: home?.markdown.trim().replaceAll(/[ \t]+$/gm, ''), files: assets.map(({ path }) => path) };
}

describe('pages show the image for light mode only', () => {
  it.each([
    ['fragments of GitHub', 'index.md', '![L](light.gif#gh-light-mode-only)\n![D](dark.gif#gh-dark-mode-only)'],
    ['fragments of Material for MkDocs', 'index.md', '![L](light.gif#only-light)\n![D](dark.gif#only-dark)'],
    ['attribute lists', 'index.md', '![L](light.gif){ .only-light }\n![D](dark.gif){ .only-dark }'],
    ['classes', 'index.md', '<img class="only-light" alt="L" src="light.gif">\n<img class="only-dark" src="dark.gif">'],
    [
      'classes of Tailwind',
      'index.mdx',
      '<img className="block dark:hidden" alt="L" src="light.gif" />\n<img className="hidden dark:block" src="dark.gif" />',
    ],
    [
      'a picture',
      'index.md',
      '<picture>\n<source media="(prefers-color-scheme: dark)" srcset="dark.gif">\n<img alt="L" src="light.gif">\n</picture>',
    ],
    [
      'ThemedImage',
      'index.mdx',
      "<ThemedImage alt=\"L\" sources={{ light: useBaseUrl('./light.gif'), dark: useBaseUrl('./dark.gif') }} />",
    ],
    [
      'directives',
      'index.rst',
      '.. image:: light.gif\n   :alt: L\n   :class: only-light\n\n.. image:: dark.gif\n   :class: only-dark',
    ],
    [
      'directives of MyST',
      'index.md',
      '```{image} light.gif\n:alt: L\n:class: only-light\n```\n\n```{image} dark.gif\n:class: only-dark\n```',
    ],
  ])('of two images written with %s', async (_name, file, text) => {
    const title = file.endsWith('.rst') ? 'Title\n=====\n\n' : '# Title\n\n';
    const { markdown, files } = await publishHome({ ...IMAGES, [`docs/${file}`]: `${title}${text}\n` });
    expect([markdown, files]).toEqual(['![L](/light.gif)', ['light.gif']]);
  });

  it('an image for dark mode without an image for light mode stays', async () => {
    const { files } = await publishHome({ ...IMAGES, 'docs/index.md': '![D](dark.gif#gh-dark-mode-only)\n' });
    expect(files).toEqual(['dark.gif']);
  });
});

describe('pages show the syntax of generators', () => {
  it('a page of Mintlify contains what people see, and the text of prompts', async () => {
    const { markdown } = await publishHome({
      'docs/docs.json': '{"name":"X","navigation":{"pages":["index"]}}',
      'docs/index.mdx':
        '# Title\n\n<Visibility for="humans">\nFor people.\n</Visibility>\n\n<Visibility for="agents">\nFor agents.\n</Visibility>\n\n<Prompt description="A prompt" actions={["copy", "cursor"]}>\nWrite docs.\n</Prompt>\n',
    });
    expect(markdown).toBe('For people.\n\nA prompt\nWrite docs.');
  });

  it('footnotes and citations of Sphinx are linked to their texts', async () => {
    const { markdown } = await publishHome({
      'docs/conf.py':
        "extensions = ['sphinx.ext.extlinks']\nextlinks = {'issue': ('https://example.com/%s', 'issue %s')}\n",
      'docs/index.rst':
        'Title\n=====\n\nA [1]_, a [#]_ and a [CIT]_, see :issue:`12`, not [missing]_.\n\n.. [1] One.\n.. [#] Two.\n.. [CIT] Three.\n',
    });
    expect(markdown).toBe(
      'A [\\[1\\]](#footnote-1), a [\\[2\\]](#footnote-2) and a [\\[CIT\\]](#footnote-cit), see [issue 12](https://example.com/12), not [missing].\n\n' +
        '<a id="footnote-1"></a>**[1]** One.\n\n<a id="footnote-2"></a>**[2]** Two.\n\n<a id="footnote-cit"></a>**[CIT]** Three.',
    );
  });

  it('collapsible blocks of AsciiDoc can be opened', async () => {
    const { markdown } = await publishHome({
      'docs/index.adoc':
        '= Title\n\n[%collapsible]\n====\nHidden *text*.\n====\n\n.More `code`\n[%collapsible%open]\n====\nOpen.\n====\n',
    });
    expect(markdown).toBe(
      '<details>\n<summary>Details</summary>\n\nHidden **text**.\n\n</details>\n\n<details open>\n<summary>\n\nMore `code`\n\n</summary>\n\nOpen.\n\n</details>',
    );
  });

  it('callouts of AsciiDoc have the numbers of the list below the code', async () => {
    const { markdown } = await publishHome({
      'docs/index.adoc':
        '= Title\n\n[source,java]\n----\nList<1> a; // <1>\nb(); <2>\n<c/> <!--3-->\n----\n<1> One.\n<2> Two.\n<3> Three.\n',
    });
    expect(markdown).toBe('```java\nList<1> a; // (1)\nb(); (2)\n<c/> <!--(3)-->\n```\n\n1. One.\n2. Two.\n3. Three.');
  });

  it.each([
    ['a shortcode of Hugo', 'index.md', '{{< mermaid class="wide" >}}\ngraph TD\nA --> B\n{{< /mermaid >}}'],
    ['a block of Liquid', 'index.md', '{% mermaid %}\ngraph TD\nA --> B\n{% endmermaid %}'],
    ['a block of AsciiDoc', 'index.adoc', '[mermaid]\n....\ngraph TD\nA --> B\n....'],
    ['a directive', 'index.rst', '.. mermaid::\n\n   graph TD\n   A --> B'],
  ])('a diagram written as %s is shown as code', async (_name, file, text) => {
    const { markdown } = await publishHome({ [`docs/${file}`]: `${text}\n` });
    expect(markdown).toBe('```mermaid\ngraph TD\nA --> B\n```');
  });
});
