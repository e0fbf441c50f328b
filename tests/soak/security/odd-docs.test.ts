import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SpecificationServer, startSpecificationServer } from '@context-sync/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Sandbox } from '../../sandbox/sandbox.ts';
import { runViolations } from '../../sandbox/violations.ts';

const CONFIG = '.github/context-sync.yml';
const SECRET = 'what-only-this-machine-knows';

let sandbox: Sandbox;
let server: SpecificationServer;

beforeEach(async () => {
  sandbox = await Sandbox.create({ 'docs/index.md': '# Welcome\n\nText.\n' });
  server = await startSpecificationServer(sandbox.cleanup);
});
afterEach(() => sandbox.cleanup.close());

/** Runs the action and checks that neither its output nor its requests contain data of this machine. */
async function run(inputs: Readonly<Record<string, string>> = {}) {
  const result = await sandbox.run(server, inputs, { env: { SECRET } });
  expect(await runViolations(result, [server.key, sandbox.github.token])).toEqual([]);
  const shown = JSON.stringify([result, server.items]);
  for (const local of [SECRET, 'root:x:0']) expect(shown).not.toContain(local);
  return result;
}

/** Adds an entry to the next commit that file systems or other tools cannot create. */
async function addEntry(mode: string, content: string, path: string): Promise<void> {
  const file = join(await sandbox.cleanup.folder('blob'), 'blob');
  await writeFile(file, content);
  const id = await sandbox.repository.git('hash-object', '-w', file);
  await sandbox.repository.git('update-index', '--add', '--cacheinfo', `${mode},${id},${path}`);
}

const TARGETS = ['/proc/self/environ', '/etc/passwd', '../../../../etc/passwd', '.', '/dev/zero', 'index.md'];

it('symbolic links to documents, docs folders and configuration files are not followed', async () => {
  for (const [at, target] of TARGETS.entries()) {
    for (const name of [`docs/link-${at}.md`, `docs/folder-${at}`, `link-${at}`]) {
      await symlink(target, join(sandbox.repository.path, name));
    }
  }
  await sandbox.repository.commit('Links');
  expect(await run()).toMatchObject({ exitCode: 0, outputs: { created: '1', skipped: String(2 * TARGETS.length) } });
  for (const at of [0, 1, 3, 5]) {
    for (const inputs of [{ docs: `docs/folder-${at}` }, { config: `link-${at}` }]) {
      const result = await run({ mode: 'plan', ...inputs });
      expect(result.exitCode).toBe(1);
      expect(result.stdout).toMatch(/^::error::(?:docs: the folder|link-\d)/m);
    }
  }
});

it('a folder, a submodule or a large file as the configuration file causes a clear error', async () => {
  const head = await sandbox.repository.head();
  await sandbox.repository.commit('Large', { 'large.yml': `# ${'x'.repeat(3_000_000)}\n` });
  await sandbox.repository.git('update-index', '--add', '--cacheinfo', `160000,${head},module.yml`);
  await sandbox.repository.git('commit', '--quiet', '--message', 'Submodule');
  for (const config of ['docs', 'module.yml', 'large.yml']) {
    const result = await run({ mode: 'plan', config });
    expect(result.exitCode, config).toBe(1);
    expect(result.stdout).toMatch(/^::error::.*Fix: /m);
    expect(result.stdout).not.toContain('bug in Context Sync');
  }
});

it('a submodule as the docs folder causes an error', async () => {
  const head = await sandbox.repository.head();
  await sandbox.repository.git('update-index', '--add', '--cacheinfo', `160000,${head},module`);
  await sandbox.repository.git('commit', '--quiet', '--message', 'Submodule');
  const result = await run({ docs: 'module' });
  expect(result.exitCode).toBe(1);
  expect(result.stdout).toMatch(/^::error::docs: /m);
});

it('paths that differ only in case are separate documents with separate items', async () => {
  await addEntry('100644', '# Upper\n\nUpper text.\n', 'docs/Guide.md');
  await addEntry('100644', '# Lower\n\nLower text.\n', 'docs/guide.md');
  await addEntry('100644', '# Shouted\n\nShouted text.\n', 'docs/GUIDE.MD');
  await sandbox.repository.git('commit', '--quiet', '--message', 'Twins');
  expect(await run()).toMatchObject({ exitCode: 0, outputs: { created: '4' } });
  expect(await run()).toMatchObject({ exitCode: 0, outputs: { created: '0', unchanged: '4' } });
});

it('documents with unusual file names are synced', async () => {
  const names = [
    '-rf.md',
    '--help.md',
    'a\nb.md',
    'a"b.md',
    "a'b.md",
    'a\tb.md',
    '\u001b[31m.md',
    '$(id).md',
    '`id`.md',
    ' .md',
    '%2e%2e.md',
    '\u202etxt.md',
    'a\\b.md',
    '*.md',
    '[x].md',
    '{a,b}.md',
    '!x.md',
    'CON.md',
    ':x.md',
    '~.md',
    '@x.md',
  ];
  await sandbox.repository.commit(
    'Names',
    Object.fromEntries(names.map((name, at) => [`docs/${name}`, `# Name ${at}\n\nText ${at}.\n`])),
  );
  expect(await run()).toMatchObject({ exitCode: 0, outputs: { created: String(names.length + 1), skipped: '0' } });
  expect(await run()).toMatchObject({
    exitCode: 0,
    outputs: { changed: 'false', unchanged: String(names.length + 1) },
  });
});

it('a document whose name is not valid UTF-8 is skipped', async () => {
  const path = Buffer.concat([
    Buffer.from(`${sandbox.repository.path}/docs/`),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('.md'),
  ]);
  await writeFile(path, '# X\n');
  await sandbox.repository.commit('Name');
  const result = await run();
  expect(result).toMatchObject({ exitCode: 0, outputs: { created: '1', skipped: '1' } });
  expect(result.stdout).toContain('its name is not valid UTF-8');
});

it('a document of ten megabytes is skipped with a reason and not read', async () => {
  await sandbox.repository.commit('Large', { 'docs/large.md': `# Large\n\n${'Words and words. '.repeat(620_000)}\n` });
  const result = await run();
  expect(result).toMatchObject({ exitCode: 0, outputs: { created: '1', skipped: '1' } });
  expect(result.stdout).toContain('docs/large.md: it is larger than 5 MiB');
});

const repeatMany = (text: string, characters = 400_000) => text.repeat(Math.floor(characters / text.length));
const aliases = [
  'a: &a [x, x, x, x, x, x, x, x, x]',
  ...[...'bcdefghij'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[at]}`).join(', ')}]`),
].join('\n');

/** Small documents that make a careless parser produce huge output or run forever. */
const BOMBS: Readonly<Record<string, string>> = {
  'quotes.md': repeatMany('> '),
  'lists.md': repeatMany('- '),
  'indented.md': Array.from({ length: 1_000 }, (_, at) => `${' '.repeat(at)}- x`).join('\n'),
  'brackets.md': repeatMany('['),
  'links.md': repeatMany('[a](b.md) '),
  'unclosed-links.md': repeatMany('[a]('),
  'emphasis.md': repeatMany('*a_b'),
  'ticks.md': repeatMany('`a``'),
  'headings.md': repeatMany('# a\n'),
  'underlines.md': repeatMany('a\n=\n'),
  'html.md': repeatMany('<div>'),
  'comments.md': repeatMany('<!--'),
  'entities.md': repeatMany('&#'),
  'one-line.md': repeatMany('a'),
  'marks.md': `a${repeatMany('\u0301')}`,
  'columns.md': `|${repeatMany('a|', 100_000)}\n|${repeatMany('-|', 100_000)}\n|${repeatMany('b|', 100_000)}\n`,
  'references.md': repeatMany('[a]: b\n'),
  'containers.md': repeatMany(':::note\n'),
  'components.mdx': repeatMany('<Tab>'),
  'expressions.mdx': repeatMany('{`${'),
  'deep.html': repeatMany('<section>'),
  'attributes.html': `<p ${repeatMany('a="b" ')}>`,
  'deep.json': repeatMany('[1,'),
  'openapi.json': `{"openapi":"3.1.0","paths":${repeatMany('{"a":')}`,
  'deep.ipynb': `{"cells":${repeatMany('[')}`,
  'directives.rst': repeatMany('.. a::\n'),
  'blocks.adoc': repeatMany('====\n'),
  'aliases.md': `---\n${aliases}\n---\n\n# Aliases\n\nText.\n`,
  'aliases.yaml': `openapi: 3.1.0\n${aliases}\n`,
  'flow.md': `---\n${repeatMany('a: [', 50_000)}\n---\n\n# Flow\n\nText.\n`,
  'nested.md': `---\n${repeatMany('- ', 50_000)}\n---\n\n# Nested\n\nText.\n`,
  'toml.md': `+++\na = ${repeatMany('[', 50_000)}\n+++\n\n# Toml\n\nText.\n`,
  'tagged.md':
    '---\nrun: !!js/function "function () { process.exit(7) }"\n__proto__: {public: true}\n---\n\n# Tagged\n\nText.\n',
};

it('documents that attack the parser are synced, or skipped with a reason', async () => {
  await sandbox.repository.commit(
    'Bombs',
    Object.fromEntries(Object.entries(BOMBS).map(([name, text]) => [`docs/${name}`, text])),
  );
  const result = await run({ mode: 'plan' });
  expect(result.exitCode).toBe(0);
  expect(result.stdout).not.toContain('bug in Context Sync');
  const plan = JSON.parse(await readFile(result.outputs['plan-path'] ?? '', 'utf8')) as {
    changes: { title: string; public: boolean }[];
  };
  const titles = new Set(plan.changes.map(({ title }) => title));
  for (const title of ['Aliases', 'Flow', 'Nested', 'Toml', 'Tagged', 'Welcome']) expect(titles).toContain(title);
  expect(plan.changes.filter((change) => change.public)).toEqual([]);
});

it.each([
  ['aliases that expand exponentially', `${aliases}\n`],
  ['deep nesting', `project: ${repeatMany('[', 90_000)}\n`],
  ['a YAML merge key that refers to itself', 'a: &a\n  <<: *a\n'],
  ['a tag that contains code', 'project: !!js/function "function () { process.exit(7) }"\n'],
  ['names of prototype properties', '__proto__:\n  project: x\nconstructor: 1\n'],
])('a configuration file with %s is rejected with a line number', async (_name, text) => {
  await sandbox.repository.commit('Configure', { [CONFIG]: text });
  const result = await run({ project: '' });
  expect(result.exitCode).toBe(1);
  expect(result.stdout).toMatch(/^::error::.*(?:context-sync\.yml|project)/m);
  expect(result.stdout).not.toContain('bug in Context Sync');
});
