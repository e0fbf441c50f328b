import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { listItems, startService, type TestService } from '@context-sync/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Sandbox } from '../sandbox/sandbox.ts';

let sandbox: Sandbox;
let service: TestService;

const OPENAPI = `openapi: 3.1.0
info: { title: Pets, version: "1" }
paths:
  /pets:
    get: { operationId: listPets, summary: List pets, responses: { "200": { description: All pets. } } }
    post: { operationId: createPet, summary: Create a pet, responses: { "201": { description: The pet. } } }
`;
const NOTEBOOK = JSON.stringify({
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { language_info: { name: 'python' } },
  cells: [
    { cell_type: 'markdown', metadata: {}, source: ['# Analysis\n', '\n', 'From a notebook.'] },
    { cell_type: 'code', metadata: {}, source: ['print(1)'], outputs: [], execution_count: 1 },
  ],
});

beforeEach(async () => {
  sandbox = await Sandbox.create({ 'docs/index.md': '# Welcome\n\nText.\n' });
  service = await startService(sandbox.cleanup);
});
afterEach(() => sandbox.cleanup.close());

it('a run syncs documents of every supported format', async () => {
  await sandbox.repository.commit('Formats', {
    'docs/a.mdx': "import X from 'x'\n\n# From MDX\n\n<X>kept</X>\n",
    'docs/b.rst': 'From rst\n========\n\nText with ``code``.\n',
    'docs/c.adoc': '= From AsciiDoc\n\nNOTE: Mind the gap.\n',
    'docs/d.html':
      '<title>From HTML</title><nav>menu</nav><main><h1>From HTML</h1><p>Main text.</p></main><script>x()</script>',
    'docs/e.ipynb': NOTEBOOK,
    'docs/f.txt': 'From a text file.\n',
    'docs/pets.yaml': OPENAPI,
    'docs/settings.json': '{"a": 1}',
  });
  const result = await sandbox.run(service);
  expect(result).toMatchObject({ exitCode: 0, outputs: { skipped: '1' } });
  expect(result.stdout).toContain('docs/settings.json: it is not an OpenAPI 3 document');
  const items = new Map((await listItems(service)).map(({ title, content }) => [title, content]));
  expect([...items.keys()].sort()).toEqual([
    'Analysis',
    'From AsciiDoc',
    'From HTML',
    'From MDX',
    'From rst',
    'Pets › GET /pets – List pets',
    'Pets › POST /pets – Create a pet',
    'Welcome',
    'f',
  ]);
  expect(items.get('From MDX')).not.toContain('import');
  expect(items.get('From rst')).toContain('Text with `code`.');
  expect(items.get('From HTML')).toContain('Main text.');
  expect(items.get('From HTML')).not.toMatch(/menu|x\(\)/);
  expect(items.get('Analysis')).toContain('```python\nprint(1)\n```');
  expect(items.get('Pets › GET /pets – List pets')).toContain('All pets.');
});

it('changelogs, drafts and licenses are skipped with a reason unless include-kinds names them', async () => {
  await sandbox.repository.commit('More', {
    'docs/LICENSE.md': '# MIT License\n\nPermission is hereby granted.\n',
    'docs/CHANGELOG.md': '# Changelog\n\n## 1.0\n\nAll new.\n',
    'docs/copy.md': '# Welcome\n\nText.\n',
    'docs/soon.md': '---\ndraft: true\n---\n\n# Soon\n\nNot yet.\n',
    'docs/private.md': '---\ncontext: false\n---\n\n# Private\n\nNot for the AI.\n',
    'docs/open.md': '---\npublic: true\n---\n\n# Open\n\nFor all.\n',
  });
  const first = await sandbox.run(service);
  expect(first).toMatchObject({ exitCode: 0, outputs: { created: '2', skipped: '5' } });
  const plan = JSON.parse(await readFile(first.outputs['plan-path'] ?? '', 'utf8')) as { skipped: unknown };
  expect(plan.skipped).toEqual([
    { path: 'docs/CHANGELOG.md', reason: 'it is a changelog' },
    { path: 'docs/LICENSE.md', reason: 'it is a license' },
    { path: 'docs/index.md', reason: 'it is identical to docs/copy.md' },
    { path: 'docs/private.md', reason: 'its front matter sets "context: false"' },
    { path: 'docs/soon.md', reason: 'it is a draft' },
  ]);
  expect((await listItems(service)).map(({ title, public: isPublic }) => [title, isPublic]).sort()).toEqual([
    ['Open', true],
    ['Welcome', false],
  ]);

  await sandbox.configure({ 'include-kinds': ['changelogs', 'drafts', 'licenses'] });
  const kept = await sandbox.run(service);
  expect(kept.outputs).toMatchObject({ created: '3', unchanged: '2', skipped: '2' });
});

it('documents of every format that are marked private become private items', async () => {
  const head = '---\npublic: false\n---\n';
  const cell = { cell_type: 'raw', metadata: {}, source: head };
  await sandbox.repository.commit('Private', {
    'docs/a.md': `${head}\n# From Markdown\n\nText.\n`,
    'docs/b.rst': `${head}\nFrom rst\n========\n\nText.\n`,
    'docs/c.adoc': `${head}\n= From AsciiDoc\n\nText.\n`,
    'docs/d.html': `${head}\n<h1>From HTML</h1><p>Text.</p>\n`,
    'docs/e.ipynb': NOTEBOOK.replace('"cells":[', `"cells":[${JSON.stringify(cell)},`),
    'docs/left-out.adoc': '---\ncontext: false\n---\n= Left out\n\nText.\n',
    'docs/draft.html': '---\ndraft: true\n---\n<h1>Draft</h1><p>Text.</p>\n',
  });
  await sandbox.configure({ public: true });
  const result = await sandbox.run(service);
  expect(result).toMatchObject({ exitCode: 0, outputs: { created: '6', skipped: '2' } });
  expect((await listItems(service)).map(({ title, public: isPublic }) => [title, isPublic]).sort()).toEqual([
    ['Analysis', false],
    ['From AsciiDoc', false],
    ['From HTML', false],
    ['From Markdown', false],
    ['From rst', false],
    ['Welcome', true],
  ]);
});

it('the error of a run names one skipped document and the reason if every document is skipped', async () => {
  await mkdir(join(sandbox.repository.path, 'texts'));
  await symlink('../docs/index.md', join(sandbox.repository.path, 'texts/index.md'));
  await sandbox.repository.commit('Only a link');
  const result = await sandbox.run(service, { docs: 'texts' });
  expect(result.exitCode).toBe(1);
  expect(result.stdout).toMatch(
    /every document in "texts" is skipped; for example, texts\/index\.md, because it is a symbolic link/,
  );
});
