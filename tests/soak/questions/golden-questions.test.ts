import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Cleanup, GitRepository, searchItems, startService, type TestService } from '@context-sync/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runIn } from '../../../apps/cli/src/command.fixture.ts';

type Files = Readonly<Record<string, string | null>>;

interface History {
  readonly questions: readonly { readonly question: string; readonly page: string }[];
  readonly commits: readonly Files[];
}

/** The differences that `context-sync questions` writes. */
interface Flip {
  readonly kind: 'lost' | 'elsewhere' | 'new';
  readonly question: string;
}

const QUESTIONS_PATH = '.github/context-sync-questions.yml';
const { questions, commits } = JSON.parse(
  gunzipSync(readFileSync(join(import.meta.dirname, 'fixtures/vite-guide.json.gz'))).toString('utf8'),
) as History;

let cleanup: Cleanup;
let repository: GitRepository;
let service: TestService;
/** The paths of the first search results for each question, before and after the last push. */
let before: (readonly string[])[] = [];
let after: (readonly string[])[] = [];

beforeAll(async () => {
  cleanup = new Cleanup();
  service = await startService(cleanup);
  repository = await GitRepository.create(cleanup);
  await repository.git('remote', 'add', 'origin', 'https://github.com/octo-org/api.git');
  await push({ ...commits[0], [QUESTIONS_PATH]: JSON.stringify({ top: TOP, questions }) });
});
afterAll(() => cleanup.close());

/** With one search result instead of five, real edits change more answers. */
const TOP = 1;

/** Commits files, syncs them with the service, and searches the service for every question. */
async function push(files: Files): Promise<void> {
  await repository.commit('Edit', files);
  const args = ['sync', `--base-url=${service.url}`, `--project=${service.project}`, '--state=folder:.context-sync'];
  const { exitCode, messages } = await runIn(repository.path, args, { CONTEXT_SYNC_API_KEY: service.key });
  expect(exitCode, messages).toBe(0);
  before = after;
  after = [];
  for (const { question } of questions) {
    const items = await searchItems(service, question);
    after.push(
      items.slice(0, TOP).map(({ content }) => /\/blob\/main\/([^#\s]+)(?:#\S*)?\s*$/.exec(content)?.[1] ?? ''),
    );
  }
}

/** Returns the differences that are predicted for the last commit, before the commit is synced to the service. */
async function predict(): Promise<readonly Flip[]> {
  const args = ['questions', 'HEAD~1', '--commit=HEAD', '--json', `--project=${service.project}`];
  const { output, messages } = await runIn(repository.path, args);
  expect(messages).toBe('');
  return (JSON.parse(output) as { sources: { flips: readonly Flip[] }[] }).sources[0]?.flips ?? [];
}

/** Pushes an edit, and compares the predicted differences with those of the service. @returns the predicted differences */
async function pushAndCompare(files: Files): Promise<readonly Flip[]> {
  await push(files);
  const flips = await predict();
  const predictedFlips = flips.map(({ kind, question }) => `${kind === 'new' ? '+' : '-'} ${question}`);
  const actual = questions.flatMap(({ question, page }, index) => {
    const [was, is] = [before, after].map((paths) => paths[index]?.includes(page) === true);
    return was === is ? [] : [`${is ? '+' : '-'} ${question}`];
  });
  expect(predictedFlips.toSorted()).toEqual(actual.toSorted());
  return flips;
}

/** Returns a page of the last commit. */
async function readPage(path: string): Promise<string> {
  return `${await repository.git('show', `HEAD:${path}`)}\n`;
}

describe('the answers that a plan reports as lost or found are those of the service after the push', () => {
  it('the lost and found answers of a plan equal the answers of the service after the push for commits of a real history', async () => {
    const kinds: string[] = [];
    for (const files of commits.slice(1)) kinds.push(...(await pushAndCompare(files)).map(({ kind }) => kind));
    expect(kinds.filter((kind) => kind === 'new')).toHaveLength(2);
    expect(kinds.filter((kind) => kind === 'lost')).toHaveLength(1);
  });

  it('the lost and found answers of a plan equal the answers of the service for a commit that only changes line breaks', async () => {
    const reflowedPages: Record<string, string> = {};
    for (const path of ['docs/guide/why.md', 'docs/guide/assets.md', 'docs/guide/build.md', 'docs/guide/ssr.md']) {
      const text = await readPage(path);
      const paragraphs = text
        .split('\n\n')
        .map((text) => (/^[A-Z][^|\n`:]+$/.test(text) ? text.replace(/(.{20,40}[a-z]) ([a-z])/g, '$1\n$2') : text));
      reflowedPages[path] = paragraphs.join('\n\n');
      expect(reflowedPages[path], path).not.toBe(text);
    }
    expect(await pushAndCompare(reflowedPages)).toEqual([]);
  });

  it('the lost and found answers of a plan equal the answers of the service for a page that moves', async () => {
    const text = await readPage('docs/guide/assets.md');
    const flips = await pushAndCompare({ 'docs/guide/assets.md': null, 'docs/guide/static/assets.md': text });
    expect(new Set(flips.map(({ kind }) => kind))).toEqual(new Set(['elsewhere']));
  });

  it('the lost and found answers of a plan equal the answers of the service for a page that is deleted', async () => {
    const flips = await pushAndCompare({ 'docs/guide/ssr.md': null });
    expect(flips.filter(({ kind }) => kind === 'lost').length).toBeGreaterThan(2);
  });

  it('the lost and found answers of a plan equal the answers of the service for a page that competes with all others', async () => {
    const sections = questions.map(({ question }) => `## ${question}\n\n${question} ${'See the guide. '.repeat(40)}\n`);
    const flips = await pushAndCompare({ 'docs/faq.md': `# Questions\n\n${sections.join('\n')}` });
    expect(flips.filter(({ kind }) => kind === 'lost').length).toBeGreaterThan(5);
  });
});
