import { indexSite } from '@context-sync/site';
import { describe, expect, it } from 'vitest';
import { type Chunks, chunk } from './chunk.ts';

const address = { repositoryUrl: 'https://github.com/octo/api/blob/main/' };
const CODE =
  'import os\n# ANCHOR: main\n# --8<-- [start:main]\n# #region main\nrun()\n# #endregion main\n# --8<-- [end:main]\n# ANCHOR_END: main\nend()';

function chunkWith(path: string, text: string, otherFiles: Readonly<Record<string, string>>): Chunks {
  const texts = new Map(Object.entries({ [path]: text, ...otherFiles }));
  const site = indexSite({ paths: new Set(texts.keys()), read: (each) => texts.get(each), address });
  return chunk({ path, text }, { address, site });
}

describe('files that Markdown includes', () => {
  const FILES = {
    'docs/main.py': CODE,
    'docs/part.md': '---\ntitle: Part\n---\nShared **text**.',
    'docs/c.rst': 'A ``b``.\n',
    'docs/a.cs':
      'class A\n{\n    // <run>\n    Run();\n    // </run>\n    #region stop\n    Stop();\n    #endregion\n}\n',
    'docs/a.xml': '<a>\n  <!-- <item> -->\n  <item>1</item>\n  <!-- </item> -->\n</a>\n',
  };

  it.each([
    ['PyMdown Extensions', '```python\n--8<-- "main.py:main"\n```', '```python\nrun()\n```'],
    ['PyMdown Extensions with lines', '```python\n--8<-- "main.py:5:5"\n```', '```python\nrun()\n```'],
    ['mdBook', '```python\n{{#include main.py:main}}\n```', '```python\nrun()\n```'],
    ['mdBook with lines', '```python\n{{#rustdoc_include main.py:5}}\n```', '```python\nrun()\n```'],
    ['VitePress as code', '<<< ./main.py#main{1 py}', '```py\nrun()\n```'],
    ['VitePress as text', '<!--@include: ./part.md-->', 'Shared **text**.'],
    ['mdx_include', '```python\n{!> main.py!}\n```', '```python\nimport os\nrun()\nend()\n```'],
    ['FastAPI', '{* main.py ln[1,9] hl[1] title["m.py"] *}', '```python title="m.py"\nimport os\nend()\n```'],
    ['MyST', '```{include} part.md\n```', 'Shared **text**.'],
    ['MyST as code', '```{literalinclude} main.py\n:lines: 1\n:language: py\n```', '```py\nimport os\n```'],
    ['MyST in another directive', '````{card}\n```{include} part.md\n```\n````', 'Shared **text**.'],
    ['a plugin of MkDocs', '{% include-markdown "part.md" %}', 'Shared **text**.'],
    ['PyMdown Extensions in a list', '- a\n\n  --8<-- "part.md"', '- a\n\n  Shared **text**.'],
    ['Quarto', '{{< include part.md >}}', 'Shared **text**.'],
    ['DocFX', '[!include[A note](part.md)]', 'Shared **text**.'],
    ['DocFX in capital letters', '[!INCLUDE [note](~/docs/part.md)]', 'Shared **text**.'],
    ['DocFX as code', '[!code-csharp[Run](~/docs/a.cs#run)]', '```csharp title="Run"\nRun();\n```'],
    ['DocFX by name', '[!code-cs[Main](a.cs?name=RUN&highlight=1)]', '```cs\nRun();\n```'],
    ['DocFX by region', '[!code[](a.cs#stop)]', '```cs\nStop();\n```'],
    ['DocFX by lines', '[!code-python[](main.py?range=1,9&dedent=0)]', '```python\nimport os\nend()\n```'],
    ['DocFX by line fragment', '[!code-python[](main.py#L9-L9)]', '```python\nend()\n```'],
    [
      'Microsoft Learn',
      ':::code language="csharp" source="~/docs/a.cs" id="run" highlight="1":::',
      '```csharp\nRun();\n```',
    ],
    ['Microsoft Learn by lines', ':::code language="python" source="main.py" range="9-" :::', '```python\nend()\n```'],
    ['a tag of XML', '[!code-xml[](a.xml#item)]', '```xml\n<item>1</item>\n```'],
    ['Hugo', '{{% include "part.md" %}}', 'Shared **text**.'],
    ['Docsy', '{{% readfile file="part.md" %}}', 'Shared **text**.'],
    ['Docsy as code', '{{< readfile file="main.py" code="true" lang="py" >}}', '```py\nimport os\nrun()\nend()\n```'],
    ['GitBook', '{% include "part.md" %}', 'Shared **text**.'],
    ['Jekyll', '{% include_relative part.md %}', 'Shared **text**.'],
    ['Fumadocs', '<include>./part.md</include>', 'Shared **text**.'],
    ['Fumadocs as code', '<include lang="py">./main.py</include>', '```py\nimport os\nrun()\nend()\n```'],
  ])('inserts an included file at a directive of %s', (_name, text, expected) => {
    const { items, warnings } = chunkWith('docs/a.md', `# A\n\n${text}\n\nEnd.`, FILES);
    expect(items[0]?.content).toContain(`# A\n\n${expected}\n\nEnd.`);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['the text of its file', 'import Part from "./part.md";\n\n# A\n\n<Part />\n\nEnd.', 'Shared **text**.'],
    [
      'the code of its file, with raw-loader of Docusaurus',
      'import Main from "!!raw-loader!./main.py";\n\n# A\n\n<CodeBlock language="py" title="m">{Main}</CodeBlock>\n\nEnd.',
      '```py title="m"\nimport os\nrun()\nend()\n```',
    ],
    [
      'the code of its file, with a query of Vite',
      'import main from "./main.py?raw";\n\n# A\n\n<Code code={main} lang="py" />\n\nEnd.',
      '```py\nimport os\nrun()\nend()\n```',
    ],
  ])('replaces an imported component with %s, in MDX and in Markdown', (_name, text, expected) => {
    for (const path of ['docs/a.mdx', 'docs/a.md'])
      expect(chunkWith(path, text, FILES).items[0]?.content).toContain(`# A\n\n${expected}\n\nEnd.`);
  });

  describe('components that show the text of a file', () => {
    const EXAMPLE = [
      "import fs from 'node:fs/promises'",
      'export const ExampleCode = async ({ example, filePath }) => {',
      '  const text = await fs.readFile(`../examples/${example}/${filePath}`)',
      '  return <Code text={text} />',
      '}',
    ].join('\n');
    const SITE = {
      'site/next.config.mjs': "import nextra from 'nextra'\nexport default nextra({})({})",
      'site/tsconfig.json': '{ "compilerOptions": { "baseUrl": ".", "paths": { "@lib/*": ["components/*"] } } }',
      'site/components/example-code.tsx': EXAMPLE,
      'examples/blog/app/page.jsx': 'export default Page',
    };

    it.each([
      ['components/example-code', '<ExampleCode example="blog" filePath="app/page.jsx" />'],
      ['@lib/example-code', '<ExampleCode\n  example="blog"\n  filePath="app/page.jsx"\n  metadata="{1}"\n/>'],
      ['../components/example-code', '<ExampleCode filePath={"app/page.jsx"} example={`blog`} />'],
    ])('insert the file that the module %s reads', (module, tag) => {
      const text = `import { ExampleCode } from '${module}'\n\n# A\n\nBefore:\n\n${tag}\n\nAfter.`;
      const { items } = chunkWith('site/content/a.mdx', text, SITE);
      expect(items[0]?.content).toContain('Before:\n\n```jsx title="app/page.jsx"\nexport default Page\n```\n\nAfter.');
    });

    it('insert the file that a function of the page reads', () => {
      const text = `${EXAMPLE.replace('{ example, filePath }', '').replace('  const', "  const filePath = 'app/page.jsx'\n  const").replace('${example}', 'blog').replace('  return', '  const mark = `\\n~~~`\\n  return')}\n\n# A\n\nBefore:\n\n<ExampleCode />\n\nAfter.`;
      const { items } = chunkWith('site/content/a.mdx', text, SITE);
      expect(items[0]?.content).toContain('Before:\n\n```jsx title="page.jsx"\nexport default Page\n```\n\nAfter.');
    });

    it.each([
      ['a prop is computed', '<ExampleCode example={name} filePath="app/page.jsx" />'],
      ['the file does not exist', '<ExampleCode example="blog" filePath="app/gone.jsx" />'],
    ])('leave nothing if %s', (_name, tag) => {
      const text = `import { ExampleCode } from 'components/example-code'\n\n# A\n\nBefore.\n\n${tag}\n\nAfter.`;
      const { items, warnings } = chunkWith('site/content/a.mdx', text, SITE);
      expect(items[0]?.content).toContain('Before.\n\nAfter.');
      expect(warnings).toEqual([]);
    });
  });

  it.each(['../components/part.mdx', '@components/part.mdx'])(
    'skips the component %s that a page imports',
    (target) => {
      const files = {
        'site/next.config.mjs': "import nextra from 'nextra'\nexport default nextra({})({})",
        'site/tsconfig.json': '{ "compilerOptions": { "paths": { "@components/*": ["components/*"] } } }',
        'site/content/a.mdx': `import Part from '${target}'\n\n# A\n\n<Part />\n`,
      };
      const { items, skipped } = chunkWith('site/components/part.mdx', 'Shared.', files);
      expect([items, skipped]).toEqual([[], 'it is a part that other pages include']);
      expect(chunkWith('site/components/other.mdx', 'Own text.', files).items).toHaveLength(1);
    },
  );

  it('drops code blocks without code, and sections that contain nothing else', () => {
    const { items } = chunkWith('a.mdx', '# A\n\nText.\n\n## Fields\n\n<APIDocs typeName="A" />\n\n```\n\n```\n', {});
    expect(items.map(({ content }) => content)).toEqual([expect.stringMatching(/^A\n\n# A\n\nText\.\n\nSource: /)]);
  });

  it('keeps a file whose title has code in one fence', () => {
    const text = ':::{literalinclude} main.py\n:caption: Runs `main`\n:lines: 1\n:::\nEnd.';
    const { items } = chunkWith('docs/a.md', `# A\n\n${text}`, FILES);
    expect(items[0]?.content).toContain('```python title="Runs main"\nimport os\n```\nEnd.');
  });

  it.each([
    ['two pages', { 'docs/b.md': 'Text of b.\n\n<!--@include: ./a.md-->\n' }],
    ['itself', { 'docs/b.md': 'Text of b.\n\n<!--@include: ./b.md-->\n' }],
    [
      'three pages',
      { 'docs/b.md': 'Text of b.\n\n<!--@include: ./c.md-->\n', 'docs/c.md': '<!--@include: ./b.md-->\n' },
    ],
  ])('inserts each file only once if includes of %s form a cycle', (_name, otherFiles) => {
    const { items } = chunkWith('docs/a.md', '# A\n\nText of a.\n\n<!--@include: ./b.md-->\n', otherFiles);
    const content = items.map((item) => item.content).join('\n');
    expect([content.split('Text of a.').length, content.split('Text of b.').length]).toEqual([2, 2]);
  });

  it('inserts shared pages, parameters and configuration of a Hugo site', () => {
    const files = {
      'hugo.toml':
        'baseURL = "https://docs.example.com/"\n[params]\nversion = "1.61.0"\n[params.grpc]\njavaTag = "v1.80.0"\n',
      'content/_common/keys.md': '---\n_comment: x\n---\nA key of {{< param version >}}.\n',
      'data/docs.yaml':
        'chroma:\n- a\nconfig:\n  mediaTypes:\n    text/css:\n      suffixes:\n      - css\n  privacy:\n    vimeo:\n      disable: false\n      name: "a: b"\noutput:\n  config: x\n',
    };
    const text =
      '---\ntitle: A\nminimum: 3\n---\n{{% include "/_common/keys.md" %}}\n\n{{% include "_common/keys" %}}\n\n' +
      'Use [it][j] and [pb][pb] ({{% param "minimum" %}}, {{< param gone >}}).\n\n{{< code-toggle config=privacy.vimeo />}}\n\n' +
      '{{< code-toggle config=mediatypes skipHeader=true />}}\n\n[j]: https://x.example/{{< param grpc.javaTag >}}.zip\n[pb]: https://pb.example\n';
    const { items } = chunkWith('content/docs/a.md', text, files);
    const content = items.map((item) => item.content).join('\n');
    expect(content.split('A key of 1.61.0.')).toHaveLength(3);
    expect(content).toContain('Use [it](https://x.example/v1.80.0.zip) and [pb](https://pb.example) (3, ');
    expect(content).toContain('```yaml\nprivacy:\n  vimeo:\n    disable: false\n    name: "a: b"\n```');
    expect(content).toContain('```yaml\ntext/css:\n  suffixes:\n    - css\n```');
    const part = chunkWith('content/_common/keys.md', files['content/_common/keys.md'], {
      ...files,
      'content/docs/a.md': text,
    });
    expect(part.skipped).toBe('it is a part that other pages include');
  });

  it('inserts parameters of the front matter of a page, but not texts of several lines', () => {
    const text =
      '---\ntitle: A\nparams:\n  hugo: 0.164.0\n  long: |\n    B\n---\nUse `hugo@{{% param hugo %}}` and `{{% param long %}}`.';
    const { items } = chunkWith('content/a.md', text, { 'hugo.toml': 'baseURL = "/"\n' });
    expect(items[0]?.content).toContain('Use `hugo@0.164.0` and `{{% param long %}}`.');
  });

  it('inserts parameters of Docsy with their arguments', () => {
    const files = {
      'hugo.yaml': 'baseURL: /\nparams:\n  BADGE: <span class="badge text-bg-{2}">{1}</span>\n',
    };
    const text = '# A\n\n- Review {{% _param BADGE BREAKING warning %}} changes, {{% _param BADGE "Not yet" info %}}.';
    expect(chunkWith('content/a.md', text, files).items[0]?.content).toContain('- Review BREAKING changes, Not yet.');
  });

  it('inserts components of Nextra that are imported by an alias of their folder', () => {
    const files = {
      'docs/next.config.ts': 'import nextra from "nextra"',
      'docs/tsconfig.json':
        '{ "compilerOptions": { "paths": { /* a */ "@parts/*": ["./shared/parts/*"], // b\n "@c/*": ["c/*"] } } }',
      'docs/shared/parts/a.mdx': 'Text of the part.',
    };
    const text = "import Part from '@parts/a.mdx'\n\n# A\n\n<Part />\n\nEnd.";
    const { items } = chunkWith('docs/app/a/page.mdx', text, files);
    expect(items[0]?.content).toContain('# A\n\nText of the part.\n\nEnd.');
  });

  it('replaces an imported MDX component with the text of its file', () => {
    const text = 'import Part from "./part.md";\n\n# A\n\n<Part />\n\nEnd.';
    expect(chunkWith('docs/a.mdx', text, FILES).items[0]?.content).toContain('# A\n\nShared **text**.\n\nEnd.');
  });

  it.each([
    ['an escaped directive', '```\n;--8<-- "main.py"\n\\{{#include main.py}}\n```'],
    ['a notation that is not a directive inside code', '```\n<<< main.py\n{* main.py *}\n```'],
  ])('does not insert a file at %s', (_name, text) => {
    expect(chunkWith('docs/a.md', `# A\n\n${text}`, FILES).items[0]?.content).toContain(text);
  });

  it('reports a broken link if an included file does not exist', () => {
    const { items, warnings } = chunkWith('docs/a.md', '# A\n\n--8<-- "gone.md"\n', FILES);
    expect(items[0]?.content).toContain('Included: gone.md');
    expect(warnings).toMatchObject([{ line: 3, message: 'broken link: docs/gone.md does not exist' }]);
  });

  it('does not include a file outside of the repository', () => {
    const { items } = chunkWith('docs/a.md', '# A\n\n--8<-- "../../etc/passwd"\n', FILES);
    expect(items[0]?.content).toContain('Included: [../../etc/passwd](../../etc/passwd)');
  });

  it('includes nested files, and includes each file only once if the includes form a cycle', () => {
    const files = { 'docs/b.md': 'B\n\n--8<-- "c.md"', 'docs/c.md': 'C\n\n--8<-- "b.md"\n--8<-- "c.md"' };
    const [item] = chunkWith('docs/a.md', '# A\n\n--8<-- "b.md"', files).items;
    expect(item?.content).toContain('# A\n\nB\n\nC\n\nSource');
  });

  it('the site index stores which files a document includes, directly or through another file', () => {
    const texts = new Map([
      ['docs/a.md', '--8<-- "b.md"'],
      ['docs/b.md', '--8<-- "c.md"'],
      ['docs/c.md', 'C'],
    ]);
    const site = indexSite({ paths: new Set(texts.keys()), read: (path) => texts.get(path), address });
    chunk({ path: 'docs/a.md', text: texts.get('docs/a.md') ?? '' }, { site });
    const used = site.takeUses('docs/a.md').filter(({ kind }) => kind === 'text');
    expect(used.map(({ key }) => key).sort()).toEqual(['docs/b.md', 'docs/c.md']);
  });

  it('keeps the line numbers of warnings below an included file', () => {
    const text = '# A\n\n--8<-- "part.md"\n\n[x](gone.md)';
    const others = { 'docs/part.md': 'a\n\nb\n\nc\n\nd' };
    expect(chunkWith('docs/a.md', text, others).warnings).toMatchObject([{ line: 5 }]);
  });
});

describe('MyST pages', () => {
  const CONF = { 'docs/conf.py': "extensions = ['myst_parser']" };

  it('converts blocks of reStructuredText in MyST pages', () => {
    const text = '# A\n\n```{eval-rst}\n.. note::\n\n   See ``b``.\n\n.. click:run::\n\n    go()\n```\n\nEnd.';
    const [item] = chunkWith('docs/a.md', text, CONF).items;
    expect(item?.content).toContain('See `b`.\n\n```python\ngo()\n```');
    expect(item?.content).toContain('End.');
    expect(item?.content).not.toContain('eval-rst');
  });

  it('resolves references from MyST pages to other pages', () => {
    const otherFiles = { ...CONF, 'docs/b.md': '(install)=\n## Install it\n' };
    const [item] = chunkWith('docs/a.md', '# A\n\nSee {ref}`install` and {ref}`this <install>`.', otherFiles).items;
    const url = 'https://github.com/octo/api/blob/main/docs/b.md#install';
    expect(item?.content).toContain(`See [Install it](${url}) and [this](${url}).`);
  });
});
