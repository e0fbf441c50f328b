import { describe, expect, it } from 'vitest';
import type { RunContext } from '../event/event-context.ts';
import type { Settings } from '../inputs/action-settings.ts';
import { parseInputs } from '../inputs/parse-inputs.ts';
import { getDefault, getDefinition, SETTING_NAMES, type SettingName } from '../inputs/setting-table.ts';
import { getAddress, hashChunkConfig, hashSyncConfig } from './chunk-config-hash.ts';

const GIVEN: Readonly<Partial<Record<SettingName, string>>> = {
  'api-key': 'k',
  'base-url': 'https://api.example.com',
  project: 'my-project',
  'github-token': 't',
  'installation-id': '42',
};
const CONTEXT: RunContext = {
  run: '1',
  eventName: 'push',
  ref: 'refs/heads/main',
  sha: '',
  owner: 'octo-org',
  repo: 'api',
  repository: { host: 'github.example.com', name: 'octo-org/api' },
  serverUrl: 'https://github.example.com',
  apiUrl: 'https://api.github.example.com',
  workspace: '',
  temp: '',
  runUrl: undefined,
  deleted: false,
  forced: false,
  pullRequest: undefined,
  defaultBranch: 'main',
};

function hashes(inputs: Readonly<Partial<Record<SettingName, string>>>, context: RunContext = CONTEXT) {
  const givenInputs: Readonly<Record<string, string>> = { ...GIVEN, ...inputs };
  const { settings, problems } = parseInputs((name) => givenInputs[name] ?? getDefault(name));
  expect(problems).toEqual([]);
  const wholeSettings = settings as Settings;
  const branch = wholeSettings.branch ?? 'main';
  const chunkConfigHash = hashChunkConfig(wholeSettings, getAddress(wholeSettings, context, branch));
  return { chunkConfigHash, settings: hashSyncConfig(wholeSettings, chunkConfigHash, branch) };
}

/** A non-default value for each input and setting. The type requires a value for every new input and setting. */
const OTHER_VALUES: Readonly<Record<SettingName, string>> = {
  'title-prefix': 'Octopus',
  'target-size': '500',
  public: 'true',
  'site-url': 'https://docs.example.com',
  docs: 'guides',
  branch: 'next',
  'include-kinds': 'drafts',
  include: 'a/**',
  exclude: 'b/**',
  connect: 'false',
  'installation-id': '43',
  category: 'guides',
  publish: 'true',
  provider: 'gitlab',
  'api-key': 'other',
  'base-url': 'https://other.example.com',
  project: 'other',
  mode: 'plan',
  comment: 'never',
  config: 'other.yml',
  'github-token': 'other',
  state: 'ref:refs/heads/state',
  'fail-on': 'warnings',
  'on-missing-state': 'fail',
  'moved-from': 'my-org/old-api',
  'allow-mass-change': 'true',
  'allow-credentials': 'true',
  'on-in-doubt': 'resend',
  verify: 'true',
  forget: 'all',
  'max-minutes': '1',
  concurrency: '1',
};

describe('the chunk config hash', () => {
  const base = hashes({});

  it('the chunk config hash is the same for the same inputs', () => {
    expect(hashes({})).toEqual(base);
  });

  it.each(SETTING_NAMES)(
    'the chunk config hash changes with the setting %s only if the setting affects items',
    (name) => {
      const { affects } = getDefinition(name);
      const other = hashes({ [name]: OTHER_VALUES[name] });
      expect({
        chunks: other.chunkConfigHash !== base.chunkConfigHash,
        settings: other.settings !== base.settings,
      }).toEqual({ chunks: affects === 'items', settings: affects !== undefined });
    },
  );

  it('the chunk config hash does not change with values of include-kinds other than drafts', () => {
    const other = hashes({ 'include-kinds': 'changelogs' });
    expect(other.chunkConfigHash).toBe(base.chunkConfigHash);
    expect(other.settings).not.toBe(base.settings);
  });

  it.each<[string, Partial<RunContext>]>([
    ['name', { repo: 'other' }],
    ['owner', { owner: 'other' }],
    ['host', { serverUrl: 'https://other.example.com' }],
  ])('the chunk config hash changes with the %s of the repository unless site-url is set', (_name, more) => {
    const context = { ...CONTEXT, ...more };
    expect(hashes({}, context).chunkConfigHash).not.toBe(base.chunkConfigHash);
    const site = { 'site-url': 'https://docs.example.com' };
    expect(hashes(site, context).chunkConfigHash).toBe(hashes(site).chunkConfigHash);
  });
});
