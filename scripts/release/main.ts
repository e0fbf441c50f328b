// Releases the version of the action that this commit has, with GitHub's own command line: tag, release, and the tag of the major version.
// node scripts/release/main.ts <check | publish>   check: only says, as the output `due`, whether the version is not released yet
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findPlaceholders } from '../repository.ts';
import { notesOf, tagsOf } from './release-notes.ts';

const { GITHUB_OUTPUT: output, GITHUB_SHA: sha = '', GITHUB_REPOSITORY: repository = '' } = process.env;
const action = (path: string) => fileURLToPath(new URL(`../../apps/action/${path}`, import.meta.url));

function gh(args: readonly string[], input = ''): { readonly succeeded: boolean; readonly said: string } {
  const { status, stdout, stderr } = spawnSync('gh', args, { input, encoding: 'utf8' });
  return { succeeded: status === 0, said: `${stdout}${stderr}`.trim() };
}

function mustSucceed(args: readonly string[], input?: string): void {
  const { succeeded, said } = gh(args, input);
  if (!succeeded) throw new Error(`gh ${args.slice(0, 3).join(' ')} failed: ${said}`);
}

const { version } = JSON.parse(readFileSync(action('package.json'), 'utf8')) as { version: string };
const { own, moving } = tagsOf(version);
const isReleased = gh(['api', `repos/${repository}/git/ref/tags/${own}`]).succeeded;

/** @throws Error if a user would copy a workflow that names no account */
function refusePlaceholders(): void {
  const files = findPlaceholders(fileURLToPath(new URL('../..', import.meta.url)));
  if (files.length > 0)
    throw new Error(
      `${own} cannot be released: the account is still a placeholder in ${files.join(', ')}. Run "npm run readme" in a clone from GitHub, then "npx --yes pnpm@12.21.0 bundle", and commit the changes.`,
    );
}

switch (process.argv[2]) {
  case 'check':
    if (!isReleased) refusePlaceholders();
    if (output) appendFileSync(output, `due=${!isReleased}\n`);
    process.stdout.write(`${own} is ${isReleased ? 'released already' : 'to be released'}\n`);
    break;
  case 'publish': {
    refusePlaceholders();
    const notes = notesOf(readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8'), version);
    mustSucceed(['release', 'create', own, '--target', sha, '--title', own, '--notes-file', '-'], notes);
    // It moves only once the release stands, so that whoever follows it never gets half of one.
    const move = [
      'api',
      '--method',
      'PATCH',
      `repos/${repository}/git/refs/tags/${moving}`,
      '-f',
      `sha=${sha}`,
      '-F',
      'force=true',
    ];
    if (!gh(move).succeeded) {
      mustSucceed(['api', `repos/${repository}/git/refs`, '-f', `ref=refs/tags/${moving}`, '-f', `sha=${sha}`]);
    }
    process.stdout.write(`${own} is released, and ${moving} is at ${sha}\n`);
    break;
  }
  default:
    process.stderr.write('node scripts/release/main.ts <check | publish>\n');
    process.exitCode = 2;
}
