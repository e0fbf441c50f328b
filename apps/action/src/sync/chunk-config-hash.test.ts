import { describe, expect, it } from 'vitest';
import type { RunContext } from '../event/context.ts';
import { DEFAULTS } from '../inputs/layers.ts';
import { INPUT_NAMES, parseInputs } from '../inputs/parse-inputs.ts';
import type { Settings } from '../inputs/settings.ts';
import { addressOf, hashChunkConfig, hashSyncConfig } from './chunk-config-hash.ts';

type InputName = (typeof INPUT_NAMES)[number];

const GIVEN: Readonly<Partial<Record<InputName, string>>> = {
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
  deleted: false,
  forced: false,
  pullRequest: undefined,
  defaultBranch: 'main',
};

function hashes(inputs: Readonly<Partial<Record<InputName, string>>>, context: RunContext = CONTEXT) {
  const given: Readonly<Record<string, string>> = { ...DEFAULTS, ...GIVEN, ...inputs };
  const { settings, problems } = parseInputs((name) => given[name] ?? '');
  expect(problems).toEqual([]);
  const whole = settings as Settings;
  const branch = whole.branch ?? 'main';
  const chunkConfigHash = hashChunkConfig(whole, addressOf(whole, context, branch));
  return { chunkConfigHash, settings: hashSyncConfig(whole, chunkConfigHash, branch) };
}

/**
 * Another value of every input, and what it affects. `items`: the items of a document, so the document must be read again. `sync`: which
 * documents are synced or how the repository is connected, so the state does not count as synced. `nothing`: neither.
 */
const INPUTS: Readonly<Record<InputName, readonly [value: string, affects: 'items' | 'sync' | 'nothing']>> = {
  'title-prefix': ['Octopus', 'items'],
  'target-size': ['500', 'items'],
  public: ['true', 'items'],
  'site-url': ['https://docs.example.com', 'items'],
  docs: ['guides', 'items'],
  branch: ['next', 'items'],
  keep: ['drafts', 'items'],
  include: ['a/**', 'sync'],
  exclude: ['b/**', 'sync'],
  connect: ['false', 'sync'],
  'installation-id': ['43', 'sync'],
  category: ['guides', 'sync'],
  provider: ['gitlab', 'sync'],
  'api-key': ['other', 'nothing'],
  'base-url': ['https://other.example.com', 'nothing'],
  project: ['other', 'nothing'],
  mode: ['plan', 'nothing'],
  comment: ['never', 'nothing'],
  config: ['other.yml', 'nothing'],
  'github-token': ['other', 'nothing'],
  'state-ref': ['refs/heads/state', 'nothing'],
  'state-remote': ['origin', 'nothing'],
  'state-folder': ['state', 'nothing'],
  'on-missing-state': ['fail', 'nothing'],
  'moved-from': ['my-org/old-api', 'nothing'],
  'allow-mass-change': ['true', 'nothing'],
  'allow-credentials': ['true', 'nothing'],
  'on-in-doubt': ['resend', 'nothing'],
  verify: ['true', 'nothing'],
  forget: ['all', 'nothing'],
  'max-minutes': ['1', 'nothing'],
  concurrency: ['1', 'nothing'],
};

describe('the chunk config hash', () => {
  const base = hashes({});

  it('is the same for the same inputs', () => {
    expect(hashes({})).toEqual(base);
  });

  it('is tested with every input', () => {
    expect(Object.keys(INPUTS).sort()).toEqual([...INPUT_NAMES].sort());
  });

  it.each(Object.entries(INPUTS))('changes with %s only where the items do: %j', (name, [value, affects]) => {
    const other = hashes({ [name]: value });
    expect({
      chunkConfigHash: other.chunkConfigHash !== base.chunkConfigHash,
      settings: other.settings !== base.settings,
    }).toEqual({
      chunkConfigHash: affects === 'items',
      settings: affects !== 'nothing',
    });
  });

  it('does not change with kinds of documents that are kept, drafts apart', () => {
    const other = hashes({ keep: 'changelogs' });
    expect(other.chunkConfigHash).toBe(base.chunkConfigHash);
    expect(other.settings).not.toBe(base.settings);
  });

  it.each<[string, Partial<RunContext>]>([
    ['repository', { repo: 'other' }],
    ['owner', { owner: 'other' }],
    ['host', { serverUrl: 'https://other.example.com' }],
  ])('changes with the %s, which the items cite', (_name, more) => {
    const context = { ...CONTEXT, ...more };
    expect(hashes({}, context).chunkConfigHash).not.toBe(base.chunkConfigHash);
    const site = { 'site-url': 'https://docs.example.com' };
    expect(hashes(site, context).chunkConfigHash).toBe(hashes(site).chunkConfigHash);
  });
});
