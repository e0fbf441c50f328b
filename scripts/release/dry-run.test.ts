import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { setRepository } from '../repository.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { version } = JSON.parse(readText('apps/action/package.json')) as { version: string };

/** Copies the files that the release reads, and replaces the placeholder in them with a real account name. */
function copyReleasable(): string {
  const copy = mkdtempSync(join(tmpdir(), 'context-sync-release-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  for (const path of [
    'package.json',
    'CHANGELOG.md',
    'README.md',
    'apps/action/package.json',
    'scripts/repository.ts',
    'scripts/program-options.ts',
    'scripts/release',
  ]) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  }
  execFileSync('git', ['-C', copy, 'init', '-q']);
  execFileSync('git', ['-C', copy, 'add', '.']);
  setRepository(copy, { owner: 'octo-org', name: 'context-sync' });
  return copy;
}

function runRelease(folder: string, ...args: readonly string[]) {
  const env = {
    ...process.env,
    GITHUB_SHA: 'a'.repeat(40),
    GITHUB_REPOSITORY: 'octo-org/context-sync',
    GITHUB_OUTPUT: '',
  };
  return spawnSync(process.execPath, [join(folder, 'scripts/release/main.ts'), ...args], { env, encoding: 'utf8' });
}

describe('the release of the action', () => {
  it('a dry run prints the release with its notes and the moving tag', () => {
    const { status, stdout, stderr } = runRelease(copyReleasable(), 'publish', '--dry-run');
    expect([status, stderr]).toEqual([0, '']);
    const [major] = version.split('.');
    expect(stdout).toContain(`gh release create v${version} --target ${'a'.repeat(40)} --title v${version}`);
    expect(stdout).toContain('First release: syncs the docs folder');
    expect(stdout).toContain(
      `repos/octo-org/context-sync/git/refs/tags/v${major} -f sha=${'a'.repeat(40)} -F force=true`,
    );
  });

  it('the release of the action is rejected while the account is a placeholder, even as a dry run', () => {
    const copy = copyReleasable();
    setRepository(copy, { owner: 'OWNER', name: 'context-sync' });
    const { status, stderr } = runRelease(copy, 'publish', '--dry-run');
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Cannot release: the account is still a placeholder in README\.md, package\.json.*\n$/);
  });
});

it('a dry run of the image lists its npm packages, and prints the commands without the token', () => {
  const env = {
    ...process.env,
    IMAGE: 'registry.example.com/Octo-Org/context-sync-service',
    TAG: 'v1.2.3',
    GH_TOKEN: 'secret-token',
    GH_ACTOR: 'octo',
  };
  const { status, stdout, stderr } = spawnSync('bash', [join(ROOT, 'scripts/release/publish-image.sh'), '--dry-run'], {
    env,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  expect(stdout).toMatch(/^service\.cdx\.json: [1-9]\d+ packages$/m);
  expect(stdout).toMatch(
    /^docker buildx build .*--sbom=true --provenance=mode=max .*--tag registry\.example\.com\/octo-org\/context-sync-service:1\.2\.3 --push/m,
  );
  expect(stdout).toContain('NODE_IMAGE=node:24-slim@DIGEST');
  expect(stdout).not.toContain('secret-token');
  expect(existsSync(join(ROOT, 'service.cdx.json'))).toBe(false);
});

it('the release workflow runs only scripts that exist, and publishes packages and image only after the release', () => {
  interface Job {
    readonly needs?: string;
    readonly steps: readonly { readonly run?: string; readonly uses?: string }[];
  }
  const { jobs } = parse(readText('.github/workflows/release.yml')) as { jobs: Readonly<Record<string, Job>> };
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Readonly<Record<string, string>> };
  const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  expect(commands.length).toBeGreaterThan(6);
  for (const command of commands) {
    const [, script] = /^npm run --silent (\S+)/.exec(command) ?? [];
    const [, file] = /^(?:node|bash) (\S+)/.exec(command) ?? [];
    if (script !== undefined) expect(scripts, command).toHaveProperty([script]);
    else expect(existsSync(join(ROOT, file ?? '?')), command).toBe(true);
  }
  expect(Object.entries(jobs).map(([name, { needs }]) => [name, needs])).toEqual([
    ['release', undefined],
    ['sdk', 'release'],
    ['image', 'release'],
  ]);
});
