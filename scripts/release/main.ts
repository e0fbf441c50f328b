// This program releases the action's version with the GitHub CLI: it creates the tag and the release, and moves the tag
// of the major version.
// node scripts/release/main.ts <check | publish> [--dry-run]
// --dry-run: prints the commands that would publish, with the notes of the release, and changes nothing
// check: sets the output `due` to whether the version is unreleased, and `tag` to its tag
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readProgramOptions } from '../program-options.ts';
import { assertNoPlaceholders } from '../repository.ts';
import { getNotes, getTags } from './release-notes.ts';

const { GITHUB_OUTPUT: output, GITHUB_SHA: sha = '', GITHUB_REPOSITORY: repository = '' } = process.env;
const { values, command } = readProgramOptions(
  { 'dry-run': { type: 'boolean' } },
  { commands: ['check', 'publish'], requiresCommand: true },
);
const isDryRun = values['dry-run'] === true;
const root = fileURLToPath(new URL('../..', import.meta.url));
const readText = (path: string) => readFileSync(join(root, path), 'utf8');

function runGh(args: readonly string[], input = ''): { readonly succeeded: boolean; readonly output: string } {
  const { status, stdout, stderr } = spawnSync('gh', args, { input, encoding: 'utf8' });
  return { succeeded: status === 0, output: `${stdout}${stderr}`.trim() };
}

function runOrFail(args: readonly string[], input?: string): void {
  if (isDryRun) {
    process.stdout.write(`gh ${args.join(' ')}\n${input === undefined ? '' : `${input}\n`}`);
    return;
  }
  const { succeeded, output: printed } = runGh(args, input);
  if (!succeeded) throw new Error(`gh ${args.slice(0, 3).join(' ')} failed: ${printed}`);
}

const { version } = JSON.parse(readText('apps/action/package.json')) as { version: string };
const { own, moving } = getTags(version);
const isReleased = runGh(['api', `repos/${repository}/git/ref/tags/${own}`]).succeeded;

try {
  switch (command) {
    case 'check':
      if (!isReleased) assertNoPlaceholders(root);
      if (output) appendFileSync(output, `due=${!isReleased}\ntag=${own}\n`);
      process.stdout.write(`${own} is ${isReleased ? 'released already' : 'to be released'}\n`);
      break;
    case 'publish': {
      assertNoPlaceholders(root);
      const notes = getNotes(readText('CHANGELOG.md'), version);
      runOrFail(['release', 'create', own, '--target', sha, '--title', own, '--notes-file', '-'], notes);
      // The tag of the major version is moved only after the release has been created, so that no user of the tag gets an incomplete release.
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
      if (isDryRun) runOrFail(move);
      else if (!runGh(move).succeeded) {
        runOrFail(['api', `repos/${repository}/git/refs`, '-f', `ref=refs/tags/${moving}`, '-f', `sha=${sha}`]);
      }
      process.stdout.write(
        `${own} ${isDryRun ? 'would be' : 'is'} released, and ${moving} ${isDryRun ? 'would be' : 'is'} at ${sha}\n`,
      );
      break;
    }
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
