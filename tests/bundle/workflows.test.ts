import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from '@actions/languageservice';
import { ACTION_YML, PROJECT_ROOT } from '@context-sync/testkit';
import { describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { parse } from 'yaml';

type Yaml = Record<string, unknown>;
const metadata = parse(readFileSync(ACTION_YML, 'utf8')) as Yaml;

/** The actions that the workflows of this project use, with their inputs. */
const KNOWN: Readonly<Record<string, Yaml>> = {
  'OWNER/context-sync': metadata,
  'actions/checkout': {
    name: 'Checkout',
    inputs: { 'persist-credentials': { default: 'true' }, 'fetch-depth': { default: '1' } },
  },
  'actions/setup-node': { name: 'Setup Node.js', inputs: { 'node-version': {} } },
  'actions/cache': {
    name: 'Cache',
    inputs: { path: { required: true }, key: { required: true }, 'restore-keys': {} },
  },
  'actions/attest': {
    name: 'Attest',
    inputs: { 'subject-path': {}, 'subject-name': {}, 'subject-digest': {}, 'push-to-registry': {} },
  },
  'github/codeql-action': { name: 'CodeQL', inputs: { languages: {}, 'build-mode': {}, config: {}, sarif_file: {} } },
  'ossf/scorecard-action': {
    name: 'Scorecard',
    inputs: { results_file: { required: true }, results_format: { required: true }, publish_results: {} },
  },
};

let documentCount = 0;

/** Returns the problems that GitHub's language service reports. The inputs of this action come from action.yml. */
async function findings(name: string, text: string): Promise<string[]> {
  // The language service caches documents by URI, so every text requires its own URI.
  documentCount += 1;
  const document = TextDocument.create(`file:///${documentCount}/${name}`, 'yaml', 1, text);
  const diagnostics = await validate(document, {
    actionsMetadataProvider: {
      fetchActionMetadata: async ({ owner, name: repository }) => KNOWN[`${owner}/${repository}`] as never,
    },
  });
  return diagnostics.map(({ message, range }) => `${name}:${range.start.line + 1}: ${message}`);
}

const read = (name: string) => readFileSync(join(PROJECT_ROOT, name), 'utf8');
const yamlFiles = (folder: string) =>
  readdirSync(join(PROJECT_ROOT, folder))
    .filter((name) => name.endsWith('.yml'))
    .map((name) => `${folder}/${name}`);
const files = [...yamlFiles('.github/workflows'), ...yamlFiles('examples')];

/** The workflows that readers of the documentation are expected to copy. */
const documentedWorkflows = [
  'README.md',
  ...readdirSync(join(PROJECT_ROOT, 'docs'), { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
].flatMap((name) =>
  [...read(name).matchAll(/^```yaml\n([\s\S]*?)^```$/gm)]
    .map(([, text = '']) => text)
    .filter((text) => /^on:/m.test(text))
    .map((text) => [name, text] as const),
);

describe('the language service of GitHub', () => {
  it('the language service of GitHub reports no problem in action.yml', async () => {
    expect(await findings('action.yml', read('action.yml'))).toEqual([]);
  });

  it.each(files)('the language service of GitHub reports no problem in %s', async (name) => {
    expect(await findings(`.github/workflows/${name.split('/').at(-1)}`, read(name))).toEqual([]);
  });

  it.each(documentedWorkflows)(
    'the language service of GitHub reports no problem in the workflow of %s',
    async (_name, text) => {
      expect(await findings('.github/workflows/documented.yml', text)).toEqual([]);
    },
  );

  it('the language service of GitHub reports an unknown input and a missing required input', async () => {
    const brokenWorkflow = read('examples/push-only.yml').replace('base-url:', 'base-uri:');
    const messages = (await findings('.github/workflows/broken.yml', brokenWorkflow)).join('\n');
    expect(messages).toContain('base-uri');
    expect(messages).toContain('base-url');
    expect(await findings('action.yml', read('action.yml').replace('\nruns:', '\nrunz:'))).not.toEqual([]);
  });

  it('there are ten workflow files and at least two documented workflows to check', () => {
    expect(files).toHaveLength(10);
    expect(documentedWorkflows.length).toBeGreaterThanOrEqual(2);
  });
});

describe('the project rules for workflows', () => {
  interface Workflow {
    permissions: unknown;
    jobs: Record<
      string,
      { 'timeout-minutes'?: number; permissions?: unknown; steps: { uses?: string; with?: Yaml; run?: string }[] }
    >;
  }

  it.each([...files.map((name) => [name, read(name)] as const), ...documentedWorkflows])(
    'the workflow in %s follows the project rules',
    (_name, text) => {
      const { permissions, jobs } = parse(text) as Workflow;
      expect(permissions).toEqual({});
      for (const job of Object.values(jobs)) {
        expect(job['timeout-minutes']).toBeGreaterThan(0);
        expect(job.permissions).toBeDefined();
        // A job that can write to the repository never runs on the content of a pull request.
        const isPlan = job.steps.some(({ with: inputs }) => inputs?.mode === 'plan');
        if (isPlan) expect(job.permissions).toEqual({ contents: 'read', 'pull-requests': 'write' });
        else expect(job.permissions).not.toHaveProperty('pull-requests');
        for (const { uses, with: inputs, run } of job.steps) {
          if (uses && !/^(?:\.\/|OWNER\/context-sync@)/.test(uses)) expect(uses).toMatch(/@[0-9a-f]{40}$/);
          if (uses?.startsWith('actions/checkout@')) expect(inputs?.['persist-credentials']).toBe(false);
          expect(run ?? '').not.toContain('${{');
        }
      }
      for (const line of text.split('\n').filter((each) => /uses: [^\s]+@[0-9a-f]{40}/.test(each)))
        expect(line).toMatch(/# v\d+\.\d+\.\d+$/);
    },
  );

  it('action.yml refers to the bundle and Node.js 24', () => {
    const { runs } = metadata as { runs: Yaml };
    expect(runs).toEqual({ using: 'node24', main: 'apps/action/dist/index.js' });
  });
});
