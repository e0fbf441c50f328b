import { readFileSync } from 'node:fs';
import { DEFAULT_TARGET_SIZE } from '@context-sync/chunker';
import { ACTION_YML } from '@context-sync/testkit';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { describeProblem } from '../problem/problem.ts';
import { describeInput } from './config-schema.ts';
import { INCLUDABLE_KINDS } from './input-schemas.ts';
import { parseInputs } from './parse-inputs.ts';
import { getDefault, getDefinition, INPUT_NAMES, SETTING_NAMES } from './setting-table.ts';

interface ActionYml {
  inputs: Record<string, { description: string; required?: boolean; default?: string }>;
}

const givenInputs: Readonly<Record<string, string>> = {
  ...Object.fromEntries(SETTING_NAMES.map((name) => [name, getDefault(name)])),
  'api-key': 'k',
  'base-url': 'https://api.example.com',
  project: 'my-project',
  'github-token': 't',
};

const parseWith = (inputs: Record<string, string>) =>
  parseInputs((name) => ({ ...givenInputs, ...inputs })[name] ?? '');

describe('the inputs of the action', () => {
  it('action.yml declares the same inputs as the input table in the code', () => {
    const { inputs } = parse(readFileSync(ACTION_YML, 'utf8')) as ActionYml;
    const table = INPUT_NAMES.map((name) => {
      const { required, default: value, workflowDefault, config } = getDefinition(name);
      // A default in action.yml takes precedence over the configuration file, so an input that the file can set must have no default there.
      const declaredDefault = workflowDefault ?? (config === undefined ? value : undefined);
      return [
        name,
        {
          description: describeInput(name),
          ...(required ? { required } : {}),
          ...(declaredDefault === undefined ? {} : { default: declaredDefault }),
        },
      ];
    });
    expect(inputs).toEqual(Object.fromEntries(table));
    expect(Object.keys(inputs)).toEqual(INPUT_NAMES);
    expect(INPUT_NAMES.length).toBeLessThanOrEqual(18);
  });

  it('github-token is not required if the state is not on GitHub', () => {
    expect(parseWith({ 'github-token': '', state: 'folder:.state' }).problems).toEqual([]);
    expect(parseWith({ 'github-token': '', state: 'git:origin' }).problems).toEqual([]);
  });

  it('parseInputs returns complete settings if only the required inputs are set', () => {
    expect(parseWith({})).toEqual({
      problems: [],
      settings: {
        apiKey: 'k',
        baseUrl: new URL('https://api.example.com'),
        project: 'my-project',
        docs: 'docs',
        include: [],
        exclude: [],
        includeKinds: new Set(),
        public: false,
        publish: 'false',
        mode: 'auto',
        comment: 'changes-only',
        failOn: new Set(),
        titlePrefix: '',
        connect: true,
        installationId: undefined,
        category: 'docs',
        provider: 'github',
        siteUrl: undefined,
        branch: undefined,
        githubToken: 't',
        stateRef: 'refs/context-sync/my-project',
        allowMassChange: false,
        allowCredentials: false,
        onInDoubt: { others: 'hold', named: new Map() },
        onMissingState: 'create',
        movedFrom: undefined,
        verify: 'auto',
        forget: [],
        maxMinutes: 30,
        stateFolder: undefined,
        stateRemote: undefined,
        concurrency: 5,
        targetSize: DEFAULT_TARGET_SIZE,
      },
    });
  });
});

describe('parseInputs', () => {
  it.each([
    [{ docs: './guides//api/' }, { docs: 'guides/api' }],
    [{ docs: '.' }, { docs: '' }],
    [{ include: ' a/*.md \n\n b.md' }, { include: ['a/*.md', 'b.md'] }],
    [{ 'include-kinds': 'Drafts, licenses\n\nlicenses' }, { includeKinds: new Set(['drafts', 'licenses']) }],
    [{ 'include-kinds': 'all' }, { includeKinds: new Set(INCLUDABLE_KINDS) }],
    [{ public: 'TRUE' }, { public: true }],
    [{ branch: 'refs/heads/release/1' }, { branch: 'release/1' }],
    [{ 'installation-id': '42' }, { installationId: 42 }],
    [{ project: 'a.b~c' }, { stateRef: 'refs/context-sync/a%2Eb%7Ec' }],
    [{ 'moved-from': 'My-Org/old-api' }, { movedFrom: 'My-Org/old-api' }],
    [{ state: 'ref:refs/heads/state' }, { stateRef: 'refs/heads/state', stateRemote: undefined }],
    [
      { state: ' git: origin\n\nref:refs/heads/state ' },
      { stateRef: 'refs/heads/state', stateRemote: { kind: 'name', name: 'origin' } },
    ],
    [{ state: 'folder:/var/lib/state' }, { stateRef: 'refs/context-sync/my-project', stateFolder: '/var/lib/state' }],
    [{ 'fail-on': 'broken-links, in-doubt\nwarnings' }, { failOn: new Set(['broken-links', 'in-doubt', 'warnings']) }],
    [{ 'on-in-doubt': 'resend' }, { onInDoubt: { others: 'resend', named: new Map() } }],
    [{ state: 'git:origin' }, { stateRemote: { kind: 'name', name: 'origin' } }],
  ])('parseInputs converts the inputs %j to the settings %j', (inputs, settings) => {
    const result = parseWith(inputs as Record<string, string>);
    expect(result.problems).toEqual([]);
    expect(result.settings).toMatchObject(settings);
  });

  it.each([
    ['api-key', 'two words'],
    ['api-key', 'cut\nhere'],
    ['base-url', ''],
    ['base-url', 'api.example.com'],
    ['base-url', 'http://api.example.com'],
    ['project', ''],
    ['project', 'a/b'],
    ['project', '..'],
    ['docs', ''],
    ['docs', '../docs'],
    ['docs', '/docs'],
    ['public', 'yes'],
    ['connect', ''],
    ['mode', 'sync'],
    ['installation-id', 'abc'],
    ['installation-id', '-1'],
    ['installation-id', '0'],
    ['installation-id', '1e3'],
    ['installation-id', '99999999999999999999'],
    ['category', ''],
    ['category', 'x'.repeat(101)],
    ['provider', ''],
    ['provider', 'x'.repeat(101)],
    ['site-url', 'docs.example.com'],
    ['site-url', 'javascript:alert(1)'],
    ['site-url', `https://docs.example.com/${'x'.repeat(2_024)}`],
    ['branch', 'refs/tags/v1'],
    ['branch', 'refs/heads/'],
    ['branch', 'a..b'],
    ['branch', 'a b'],
    ['branch', '-a'],
    ['branch', 'main~1'],
    ['branch', 'HEAD'],
    ['branch', 'main.lock'],
    ['github-token', ''],
    ['state', 'refs/heads/state'],
    ['state', 'origin'],
    ['state', 'ref:'],
    ['state', 'ref:context-sync'],
    ['state', 'ref:refs/tags/state'],
    ['state', 'ref:refs/a/b..c'],
    ['state', 'ref:refs/a'],
    ['state', 'ref:refs/a/'],
    ['state', 'ref:refs/heads/a b'],
    ['state', 'ref:refs/heads/a\nref:refs/heads/b'],
    ['state', 'git:ext::sh -c date'],
    ['state', 'git:--upload-pack=date'],
    ['state', 'git:origin\nfolder:.state'],
    ['fail-on', 'warning'],
    ['allow-mass-change', '1'],
    ['on-in-doubt', 'yes'],
    ['on-missing-state', 'ignore'],
    ['moved-from', 'api'],
    ['moved-from', 'my-org/'],
    ['moved-from', 'https://github.com/my-org/api'],
    ['verify', 'yes'],
    ['max-minutes', '0'],
    ['max-minutes', '361'],
    ['concurrency', '0'],
    ['concurrency', '51'],
    ['concurrency', 'many'],
    ['target-size', '199'],
    ['target-size', '8001'],
    ['include', '{a,b'],
    ['include-kinds', 'licences'],
  ])('parseInputs rejects this value of %s and names the input: %j', (name, value) => {
    const { problems } = parseWith({ [name]: value });
    expect(problems.map(({ noun, subject }) => [noun, subject])).toEqual([['Input', name]]);
    expect(problems.map(describeProblem)).toEqual([expect.stringMatching(/^Input "[\w-]+" [a-z].*\.$/s)]);
  });

  it.each([
    ['mode', 'sync', 'Input "mode" must be one of auto, plan, apply, doctor (got "sync").'],
    ['public', 'yes', 'Input "public" must be true or false (got "yes").'],
    [
      'docs',
      '../docs',
      'Input "docs" must be a folder inside the repository (got "../docs"). Fix: use a path from the root of the repository, without "..".',
    ],
    ['project', '', 'Input "project" is required. Fix: set it to the slug of the project on the platform.'],
    ['concurrency', '99', 'Input "concurrency" must be an integer between 1 and 50 (got "99").'],
    ['max-minutes', '1h', 'Input "max-minutes" must be an integer between 1 and 360 (got "1h").'],
    [
      'installation-id',
      '0',
      'Input "installation-id" must be an integer of at least 1 (got "0"). Fix: use the number at the end of the URL of the installation\'s settings page.',
    ],
  ])('parseInputs rejects this value of %s with the rule and the value in the message: %s', (name, value, message) => {
    expect(parseWith({ [name]: value }).problems.map(describeProblem)).toEqual([message]);
  });

  it('parseInputs rejects two locations of the state without quoting a password', () => {
    const { problems } = parseWith({ state: 'folder:.state\ngit:ftp://me:secret@example.com/state.git' });
    expect(problems.map(({ subject }) => subject)).toEqual(['state', 'state']);
    expect(JSON.stringify(parseWith({ state: 'https://me:secret@example.com/state.git' }))).not.toContain('secret');
    expect(JSON.stringify(problems)).not.toContain('secret');
  });

  it('parseInputs reports the problems of all inputs together', () => {
    const { problems } = parseWith({ 'base-url': 'x', project: '', public: 'maybe', concurrency: '-' });
    expect(problems.map(({ subject }) => subject).sort()).toEqual(['base-url', 'concurrency', 'project', 'public']);
  });
});
