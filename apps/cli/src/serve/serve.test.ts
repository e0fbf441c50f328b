import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Cleanup, GitRepository } from '@context-sync/testkit';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DOCS, runIn } from '../command.fixture.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const RESOLVE_SOURCES = new URL('../../../../scripts/resolve-sources.ts', import.meta.url).href;

let cleanup: Cleanup;
let repository: GitRepository;
let client: Client;
let messages = '';

beforeEach(async () => {
  cleanup = new Cleanup();
  repository = await GitRepository.create(cleanup);
  await repository.commit('Write the docs', {
    ...DOCS,
    '.claude/skills/rotate/SKILL.md': '---\nname: rotate-keys\ndescription: How to rotate keys.\n---\n\n# Rotate\n',
    'skills/broken/SKILL.md': '---\nname: [\n---\n\n# Broken\n',
  });
  messages = '';
});
afterEach(async () => {
  await client.close();
  await cleanup.close();
});

/** Starts the command as an editor does, with the official client. */
async function connect(...args: string[]): Promise<void> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--conditions=production', `--import=${RESOLVE_SOURCES}`, MAIN, 'serve', ...args],
    cwd: repository.path,
    stderr: 'pipe',
  });
  transport.stderr?.on('data', (part: Buffer) => {
    messages += part.toString();
  });
  client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
}

interface SearchData {
  readonly project: string;
  readonly matched: string;
  readonly items: readonly {
    readonly id: string;
    readonly title: string;
    readonly uri: string;
    readonly excerpt: string;
  }[];
}

async function search(query: string, more: Readonly<Record<string, unknown>> = {}): Promise<SearchData> {
  const { structuredContent } = await client.callTool({ name: 'search_context', arguments: { query, ...more } });
  return structuredContent as unknown as SearchData;
}

describe('serve', () => {
  it('the MCP server of the serve command lists the applicable tools of the service, and finds and returns items', async () => {
    await connect('--project=octo-api');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(['get_context_item', 'search_context']);
    for (const { annotations } of tools) expect(annotations).toMatchObject({ readOnlyHint: true });
    const foundData = await search('requests a minute');
    expect(foundData).toMatchObject({
      project: 'octo-api',
      matched: 'all',
      items: [{ id: 'docs/limits.md#', title: 'Limits' }],
    });
    const [first] = foundData.items;
    const item = await client.callTool({ name: 'get_context_item', arguments: { id: first?.id } });
    expect(item.structuredContent).toMatchObject({
      path: 'docs/limits.md',
      content: expect.stringContaining('One megabyte'),
    });
    const { contents } = await client.readResource({ uri: first?.uri ?? '' });
    expect(contents).toEqual([expect.objectContaining({ text: expect.stringContaining('Sixty requests a minute.') })]);
    expect(messages).toContain('Serving 2 items and 2 skills over MCP');
  });

  it('the MCP server of the serve command lists items and skills as resources', async () => {
    await connect();
    const { resources } = await client.listResources();
    expect(resources.map(({ name }) => name).sort()).toEqual(['Limits', 'Welcome', 'broken', 'rotate-keys']);
    const skill = resources.find(({ name }) => name === 'rotate-keys');
    expect(skill).toMatchObject({
      description: 'How to rotate keys.',
      uri: 'skill://repository/.claude/skills/rotate/SKILL.md',
    });
    const { contents } = await client.readResource({ uri: skill?.uri ?? '' });
    expect(contents).toEqual([expect.objectContaining({ text: expect.stringContaining('# Rotate') })]);
    for (const uri of [
      'skill://repository/docs/index.md',
      'context-sync://x/context/none',
      'skill://repository/../x',
    ]) {
      await expect(client.readResource({ uri })).rejects.toThrow(/not found/i);
    }
  });

  it('the MCP server of the serve command lists resources in pages', async () => {
    const pages = Array.from({ length: 120 }, (_, number) => [
      `docs/page-${number}.md`,
      `# Page ${number}\n\nText ${number}.\n`,
    ]);
    await repository.commit('Add pages', Object.fromEntries(pages) as Record<string, string>);
    await connect();
    const first = await client.request({ method: 'resources/list', params: {} });
    expect([first.resources.length, first.nextCursor]).toEqual([100, '100']);
    const second = await client.request({ method: 'resources/list', params: { cursor: '100' } });
    expect([second.resources.length, second.nextCursor]).toEqual([24, undefined]);
    expect(new Set([...first.resources, ...second.resources].map(({ uri }) => uri)).size).toBe(124);
    await expect(client.request({ method: 'resources/list', params: { cursor: 'x' } })).rejects.toMatchObject({
      code: -32602,
    });
  });

  it('the serve command detects changed, new and deleted files without a restart', async () => {
    await connect();
    expect((await search('zebra')).items).toEqual([]);
    await writeFile(join(repository.path, 'docs/zebra.md'), '# Zebra\n\nA striped animal.\n');
    expect((await search('zebra')).items.map(({ title }) => title)).toEqual(['Zebra']);
    await writeFile(join(repository.path, 'docs/zebra.md'), '# Zebra\n\nA spotted animal.\n');
    expect((await search('zebra')).items[0]?.excerpt).toContain('spotted');
    await rm(join(repository.path, 'docs/zebra.md'));
    expect((await search('zebra')).items).toEqual([]);
  });

  it('the serve command serves the previous docs while the changed docs cannot be read, and recovers', async () => {
    await connect();
    await writeFile(join(repository.path, 'docs/zebra.md'), '# Zebra\n\nText.\n');
    await repository.commit('Configure', { '.github/context-sync.yml': 'exlude: x\n' });
    expect((await search('octopus')).items).toHaveLength(1);
    expect(messages).toContain('the previous version is still served');
    await rm(join(repository.path, '.github/context-sync.yml'));
    expect((await search('zebra')).items).toHaveLength(1);
  });

  it('the serve command keeps running if files change while it reads them', async () => {
    await connect();
    const write = async () => {
      for (let round = 0; round < 60; round += 1) {
        const path = join(repository.path, `docs/page-${round % 7}.md`);
        await writeFile(path, `# Page ${round}\n\nzebra ${'text '.repeat(round * 20)}\n`);
        if (round % 3 === 0) await rm(path);
      }
      await writeFile(join(repository.path, 'docs/last.md'), '# Last\n\nA final quagga.\n');
    };
    const read = async () => {
      for (let round = 0; round < 15; round += 1) expect((await search('octopus')).items).toHaveLength(1);
    };
    await Promise.all([write(), read()]);
    expect((await search('quagga')).items.map(({ title }) => title)).toEqual(['Last']);
  });

  it('the error of an invalid tool call explains the problem, so that the model can correct the call', async () => {
    await connect();
    const unknown = await client.callTool({ name: 'get_context_item', arguments: { id: 'none' } });
    expect(unknown).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('find items with search_context') }],
    });
    const foreignResult = await client.callTool({
      name: 'search_context',
      arguments: { query: 'x', project: 'other' },
    });
    expect(foreignResult).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('there is no project "other"') }],
    });
    const invalid = await client.callTool({ name: 'search_context', arguments: { query: '' } });
    expect(invalid).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('query') }] });
  });
});

it('the serve command reports an unsuitable repository before a client connects', async () => {
  const folder = await cleanup.folder('plain');
  const { exitCode, output, messages: errors } = await runIn(folder, ['serve']);
  expect([exitCode, output, errors]).toEqual([1, '', expect.stringContaining('is not in a git repository. Fix: ')]);
});
