import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Cleanup, GitRepository, startSpecificationServer } from '@context-sync/testkit';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from './commands/command-table.ts';

const PACKAGE = join(import.meta.dirname, '..');
const ROOT = join(PACKAGE, '../..');
const NODE_22 = join(ROOT, 'packages/sdk/runtimes/node_modules/node-22/bin/node');
const NODE_20 = join(ROOT, 'packages/sdk/runtimes/node_modules/node-20/bin/node');

/** Repositories with real documentation, each with its docs folder, a document, and a question that the document answers. */
const CORPORA = [
  [
    'tests/soak/sites/fixtures/mkdocs-fastapi',
    'docs',
    'docs/en/docs/tutorial/metadata.md',
    'How do I set the metadata of tags?',
  ],
  [
    'tests/soak/sites/fixtures/sphinx-packaging',
    'source',
    'source/specifications/name-normalization.rst',
    'name normalization',
  ],
  [
    'tests/soak/sites/fixtures/antora-log4j',
    'src',
    'src/site/antora/modules/ROOT/pages/manual/markers.adoc',
    'How do I use markers?',
  ],
] as const;

const cleanup = new Cleanup();
let program = '';

/** Packs the command line as it is published, and installs it into an empty folder without a network. */
beforeAll(async () => {
  execFileSync(process.execPath, ['../../scripts/bundle.mjs', 'dist'], { cwd: PACKAGE, stdio: 'pipe' });
  const folder = await cleanup.folder('installed');
  const options = ['--offline', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['pack', '--pack-destination', folder, ...options], { cwd: PACKAGE, stdio: 'pipe' });
  const [tarball = ''] = readdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"name":"app","private":true}');
  execFileSync('npm', ['install', `./${tarball}`, ...options], { cwd: folder, stdio: 'pipe' });
  program = join(folder, 'node_modules/.bin/context-sync');
});
afterAll(() => cleanup.close());

const ENVIRONMENT = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', GIT_CONFIG_NOSYSTEM: '1' };

function runWith(node: string, folder: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return new Promise<{ exitCode: number; stdout: string; stderr: string }>((resolve) => {
    const options = { cwd: folder, env: { ...ENVIRONMENT, ...env }, maxBuffer: 64 * 1024 ** 2 };
    const child = execFile(node, [program, ...args], options, (_error, stdout, stderr) =>
      resolve({ exitCode: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

async function createCorpus(path: string): Promise<GitRepository> {
  const repository = await GitRepository.create(cleanup);
  cpSync(join(ROOT, path), repository.path, { recursive: true });
  await repository.commit('Write the docs');
  return repository;
}

it('the npm package of the command line contains only the bundle, the license and the README, and its program starts', () => {
  const folder = join(dirname(program), '../@context-sync/cli');
  expect(readdirSync(folder).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  expect(
    readdirSync(join(folder, 'dist'))
      .filter((name) => !/^(?:\d+\.)?index\.js$/.test(name))
      .sort(),
  ).toEqual(['licenses.txt', 'package.json']);
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies?: unknown };
  expect(dependencies).toBeUndefined();
  expect(execFileSync(program, ['--version'], { encoding: 'utf8' })).toMatch(/^\d+\.\d+\.\d+\n$/);
});

it('a dry run of the release publishes the npm package with public access', () => {
  const script = join(ROOT, 'scripts/release/publish-package.sh');
  const { status, stdout, stderr } = spawnSync('bash', [script, 'apps/cli', '--dry-run'], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  const { '@context-sync/cli': published } = JSON.parse(stdout) as Record<string, { files: { path: string }[] }>;
  const folder = join(dirname(program), '../@context-sync/cli');
  const installedFiles = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(published?.files.map(({ path }) => basename(path)).toSorted()).toEqual(
    installedFiles.map(({ name }) => name).toSorted(),
  );
  expect(stderr).toContain('public access');
});

it('an unsupported version of Node.js prints one line with the required version', async () => {
  const { exitCode, stdout, stderr } = await runWith(NODE_20, ROOT, ['plan']);
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^Error: Context Sync needs Node\.js 22\.13 or newer \(this is v20\.\S+\)\. Fix: .*\n$/);
});

describe.each([
  ['22', () => NODE_22],
  ['24', () => process.execPath],
])('the installed command line on Node.js %s', (_version, getNode) => {
  it.each(CORPORA)(
    'the installed command line runs every command on the docs of %s',
    async (path, docs, file, question) => {
      const node = getNode();
      expect(existsSync(node)).toBe(true);
      const repository = await createCorpus(path);
      const ran = new Set<string>();
      const run = async (args: readonly string[], code = 0, env: Readonly<Record<string, string>> = {}) => {
        const { exitCode, stdout, stderr } = await runWith(node, repository.path, args, env);
        expect([args, exitCode, stderr.includes('    at ')]).toEqual([args, code, false]);
        expect(`${stdout}${stderr}`).not.toMatch(/^::/m);
        ran.add(COMMANDS.findLast(({ name }) => `${args.join(' ')} `.startsWith(`${name} `))?.name ?? '');
        return { stdout, stderr };
      };
      const docsOption = `--docs=${docs}`;
      const plan = JSON.parse((await run(['plan', docsOption, '--json'])).stdout);
      expect(plan.counts.created).toBeGreaterThan(10);
      expect((await run(['plan', docsOption])).stdout).toContain(`Plan: ${plan.counts.created} to create`);
      expect((await run(['items', file, docsOption])).stdout).toContain(`${file}: `);
      const items = (await run(['export', docsOption])).stdout
        .trim()
        .split('\n')
        .map((line): { title: string } => JSON.parse(line));
      expect(items).toHaveLength(plan.counts.created);
      expect((await run(['export', docsOption, '--format=llms'])).stdout).toMatch(/^# \S+\n\n## /);
      expect((await run(['export', docsOption, '--format=llms-full'])).stdout).toContain(
        items[0]?.title.split(' › ')[0] ?? '?',
      );
      expect(JSON.parse((await run(['lint', docsOption, '--format=sarif', '--fail-level=never'])).stdout).version).toBe(
        '2.1.0',
      );
      const { results } = JSON.parse((await run(['ask', question, docsOption, '--json'])).stdout);
      expect(results[0].items.map((item: { path: string }) => item.path)).toContain(file);
      const suggestedQuestions = await run(['questions', 'suggest', docsOption, '--limit=5']);
      mkdirSync(join(repository.path, '.github'), { recursive: true });
      writeFileSync(join(repository.path, '.github/context-sync-questions.yml'), suggestedQuestions.stdout);
      const questions = JSON.parse((await run(['questions', docsOption, '--json'])).stdout);
      expect(questions.sources).toMatchObject([{ checked: 5, found: 5, problems: [] }]);
      mkdirSync(join(repository.path, docs), { recursive: true });
      writeFileSync(join(repository.path, docs, 'zebra.md'), '# Zebra\n\nA striped animal.\n');
      expect((await run(['diff', 'HEAD', docsOption])).stdout).toContain('Zebra');
      expect((await run(['doctor', docsOption], 1)).stdout).toContain('✗ --base-url: is required');
      expect((await run(['init', docsOption, '--base-url=https://api.example.com', '--print'])).stdout).toContain(
        `docs: ${docs}`.replace('docs: docs', 'mode: plan'),
      );
      expect((await run(['completion', 'bash'])).stdout).toContain('complete -o filenames');
      const server = await startSpecificationServer(cleanup);
      const platform = [
        `--base-url=${server.url}`,
        `--project=${server.project}`,
        `--state=folder:${await cleanup.folder('state')}`,
      ];
      const { stdout } = await run(['sync', docsOption, ...platform], 0, { CONTEXT_SYNC_API_KEY: server.key });
      expect(stdout).toContain(`${plan.counts.created} created`);
      expect(server.items).toHaveLength(plan.counts.created);
      const transport = new StdioClientTransport({
        command: node,
        args: [program, 'serve', docsOption],
        cwd: repository.path,
        stderr: 'ignore',
      });
      const client = new Client({ name: 'test', version: '1.0.0' });
      await client.connect(transport);
      const foundResult = await client.callTool({ name: 'search_context', arguments: { query: 'striped animal' } });
      expect(foundResult.structuredContent).toMatchObject({ matched: 'all', items: [{ title: 'Zebra' }] });
      await client.close();
      ran.add('serve');
      expect([...ran].sort()).toEqual(COMMANDS.map(({ name }) => name).sort());
    },
  );
});
