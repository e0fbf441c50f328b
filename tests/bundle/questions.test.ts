import { Cleanup, GitRepository, runAction, startGitHub, startService, type TestService } from '@context-sync/testkit';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readProjectDocs } from '../../apps/demo/src/project-docs.ts';

/** A question about the documentation of this repository, and the file and section that contain the answer. */
type Question = readonly [question: string, answer: string];

const QUESTIONS: readonly Question[] = [
  ['Where can I see my installation number on GitHub?', 'tutorials/quick-start.md#find-the-installation-id'],
  [
    'How long are request logs kept, and can I have old ones deleted?',
    'how-to/operate-the-service.md#keep-request-logs-for-a-limited-time',
  ],
  [
    'What does it mean when the sync cannot tell whether an item was created?',
    'how-to/recovery.md#an-item-is-in-doubt',
  ],
  [
    'Somebody deleted our context items by hand in the dashboard, will they come back?',
    'how-to/recovery.md#someone-deleted-or-edited-items-on-the-platform',
  ],
  ['Can I give a page its own title in the YAML at its top?', 'explanation/how-chunking-works.md#front-matter'],
  [
    'Is it possible to sync two documentation folders of one repository into different projects?',
    'how-to/several-projects.md',
  ],
  ['What permissions does the workflow file need?', 'tutorials/quick-start.md#add-the-workflow'],
  ['Which packages does the action depend on and why?', 'explanation/architecture.md#dependencies'],
  [
    'What do I write under with: in the workflow to change the docs folder?',
    'tutorials/quick-start.md#add-the-workflow',
  ],
  [
    'Which environment variables does the program read outside of Actions?',
    'reference/inputs-and-outputs.md#environment-variables',
  ],
  [
    'Someone has left the company: how can I stop all of their API keys from working?',
    'how-to/operate-the-service.md#when-someone-has-left-the-company',
  ],
  ['How do I move my data from SQLite over to Postgres?', 'how-to/operate-the-service.md#back-up-and-restore'],
  [
    'Why does my workflow say that the API key is blank on a pull request from a fork?',
    'how-to/troubleshooting.md#the-key-is-empty',
  ],
  ['Which kinds of files can be synced apart from Markdown?', 'explanation/how-chunking-works.md#formats'],
  [
    'The run was canceled half way through, do I have to clean anything up?',
    'how-to/troubleshooting.md#a-run-was-canceled-or-ran-out-of-time',
  ],
  ['Can I run this from GitLab or another CI instead of GitHub Actions?', 'how-to/other-ci.md'],
  ['How long may a title be?', 'reference/limits.md#limits-of-the-platform'],
  ['How fast does it send requests to the platform?', 'explanation/how-sync-works.md#concurrency-and-rate-limits'],
  [
    'What does my reviewer see on a pull request that edits the docs?',
    'reference/reports.md#the-comment-on-a-pull-request',
  ],
  ['How does the program know what it has already sent?', 'explanation/how-sync-works.md#the-state'],
];

interface SearchResult {
  readonly items: readonly { readonly title: string; readonly source: string | null }[];
}

const cleanup = new Cleanup();
let service: TestService;
let client: Client;

beforeAll(async () => {
  service = await startService(cleanup);
  const github = await startGitHub(cleanup);
  const repository = await GitRepository.create(cleanup);
  await repository.commit('Write the docs', await readProjectDocs());
  const { exitCode, stdout, stderr } = await runAction(cleanup, {
    workspace: repository.path,
    github,
    sha: await repository.head(),
    inputs: { 'api-key': service.key, 'base-url': service.url, project: service.project, connect: 'false' },
  });
  expect(exitCode, `${stdout}${stderr}`).toBe(0);
  client = new Client({ name: 'reader', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { authorization: `Bearer ${service.key}` } };
  const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit });
  await client.connect(transport as Parameters<Client['connect']>[0]);
});
afterAll(async () => {
  await client?.close();
  await cleanup.close();
});

/** Returns the rank of the answer among the search results, from 1, or 0 if it is missing. */
async function getRank([query, answer]: Question): Promise<number> {
  const { structuredContent } = await client.callTool({ name: 'search_context', arguments: { query } });
  const sources = (structuredContent as unknown as SearchResult).items.map(({ source }) =>
    source?.replace(/^.*\/docs\//, ''),
  );
  return sources.indexOf(answer) + 1;
}

describe('a search with an MCP client after the docs were synced', () => {
  it('the search returns the page with the answer as the first result for nine of ten questions', async () => {
    const ranks: Record<string, number> = {};
    for (const question of QUESTIONS) ranks[question[0]] = await getRank(question);
    const first = Object.values(ranks).filter((rank) => rank === 1).length;
    expect(first, JSON.stringify(ranks, null, 1)).toBeGreaterThanOrEqual(0.9 * QUESTIONS.length);
  });

  it('the search returns the URL of each result in the repository', async () => {
    const { structuredContent } = await client.callTool({ name: 'search_context', arguments: { query: 'key' } });
    const { items } = structuredContent as unknown as SearchResult;
    expect(items.length).toBeGreaterThan(0);
    for (const { source } of items) expect(source).toMatch(/^https:\/\/github\.com\/.+\/docs\/[\w/-]+\.md(#[\w-]+)?$/);
  });
});
