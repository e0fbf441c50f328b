import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type SpecificationServer, startSpecificationServer } from '@context-sync/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Sandbox } from '../../sandbox/sandbox.ts';

let sandbox: Sandbox;
let server: SpecificationServer;

beforeEach(async () => {
  sandbox = await Sandbox.create({ 'docs/index.md': '# Welcome\n\nText.\n' });
  server = await startSpecificationServer(sandbox.cleanup);
});
afterEach(() => sandbox.cleanup.close());

it('a symbolic link to a file outside of the docs folder is not followed', async () => {
  await symlink('/proc/self/environ', join(sandbox.repository.path, 'docs/environ.md'));
  await symlink('/etc/passwd', join(sandbox.repository.path, 'docs/passwd.md'));
  await sandbox.repository.commit('Links');
  const result = await sandbox.run(server);
  expect(result).toMatchObject({ exitCode: 0, outputs: { created: '1', skipped: '2' } });
  expect(result.stdout).toContain('docs/environ.md: it is a symbolic link');
  expect(JSON.stringify(server.items)).not.toMatch(/INPUT_|root:/);
});

it('a run reads the commit, not the working tree', async () => {
  await sandbox.repository.commit('Edit', { 'docs/index.md': '# Welcome\n\nCommitted.\n' });
  await sandbox.repository.git('rm', '--quiet', '-r', '--cached', 'docs');
  await sandbox.run(server);
  expect(server.items.map(({ content }) => content?.includes('Committed.'))).toEqual([true]);
});

it('submodules and LFS pointers are skipped with a reason', async () => {
  const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n';
  await sandbox.repository.commit('Pointer', { 'docs/large.md': pointer });
  const head = await sandbox.repository.head();
  await sandbox.repository.git('update-index', '--add', '--cacheinfo', `160000,${head},docs/module.md`);
  await sandbox.repository.git('commit', '--quiet', '--message', 'Submodule');
  const result = await sandbox.run(server);
  expect(result.outputs).toMatchObject({ created: '1', skipped: '2' });
  expect(result.stdout).toContain('docs/large.md: it is stored in Git LFS');
  expect(result.stdout).toContain('docs/module.md: it is a submodule');
});

it('unusual file names and texts are synced unchanged', async () => {
  const names = [
    'docs/-x.md',
    'docs/a "b" \n::error::c.md',
    'docs/ünï › code.md',
    "docs/it's | fine.md",
    'docs/<b>.md',
  ];
  const text =
    '# ::set-output name=created::99\n\n::add-mask::Text\n\n##[error]boo <script>alert(1)</script> @octocat --> | `x`\n';
  await sandbox.repository.commit('Names', Object.fromEntries(names.map((name, index) => [name, `${text}${index}\n`])));
  const result = await sandbox.run(server);
  expect(result).toMatchObject({ exitCode: 0, outputs: { created: '6' } });
  const lines = result.stdout.split('\n');
  const commands = lines.filter((line) => /^\s*::(?!add-mask::|group::|endgroup::)/.test(line));
  expect(commands).toEqual([]);
  expect(lines.filter((line) => line.startsWith('::add-mask::Text') || line.includes('##['))).toEqual([]);
  expect(result.summary).not.toMatch(/<script|@octocat|-->/);
});

it('malformed front matter causes a warning with its line, and the text is still synced', async () => {
  await sandbox.repository.commit('Broken', {
    'docs/index.md': '---\nlayout: x\ntitle: a: b: c\n---\n\n# Welcome\n\nStill here.\n',
  });
  const result = await sandbox.run(server);
  expect(result.exitCode).toBe(0);
  expect(result.stdout).toMatch(/::warning file=docs\/index\.md,line=3::invalid front matter/);
  expect(server.items[0]?.content).toContain('Still here.');
});

it('images and JSON files are not sent', async () => {
  await sandbox.repository.commit('Others', {
    'docs/image.png': new Uint8Array([137, 80, 78, 71, 0, 255]),
    'docs/data.json': '{}',
  });
  expect((await sandbox.run(server)).outputs.created).toBe('1');
});

it('warnings name the lines of an unclosed code block and of a block that was split', async () => {
  await sandbox.repository.commit('Odd', {
    'docs/fence.md': '# Fence\n\n```js\nlet a;\n\n## Not a heading\n',
    'docs/long.md': `# Long\n\n${'A sentence of many. '.repeat(600)}\n`,
  });
  const { exitCode, stdout } = await sandbox.run(server);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^::warning file=docs\/fence\.md,line=3::this code block is never closed/m);
  expect(stdout).toMatch(/^::notice file=docs\/long\.md,line=3::this text is longer than an item, so it is split$/m);
});
