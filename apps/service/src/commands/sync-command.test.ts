import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { createCli, EMAIL } from '../cli.fixture.ts';
import { startServiceProcess } from '../platform/database/behavior/process.fixture.ts';
import { formatSyncCommand } from './sync-command.ts';

it('the command that bootstrap prints syncs the docs of a repository to the service', async () => {
  const { folder, file, must } = createCli();
  const service = await startServiceProcess(file);
  onTestFinished(() => service.kill());
  const lines = await must('bootstrap', 'octo-api', '--owner', EMAIL, '--base-url', service.url);
  const repository = join(folder, 'my repository');
  mkdirSync(join(repository, 'docs'), { recursive: true });
  writeFileSync(join(repository, 'docs/limits.md'), '# Limits\n\nEach key may send 60 requests per minute.\n');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args], {
      cwd: repository,
      stdio: 'pipe',
    });
  execFileSync('git', ['init', '--bare', '--quiet', join(folder, 'origin.git')]);
  git('init', '--quiet');
  git('remote', 'add', 'origin', join(folder, 'origin.git'));
  git('add', '.');
  git('commit', '--quiet', '--message', 'Add docs');
  git('push', '--quiet', 'origin', 'HEAD');
  const { stdout } = await promisify(execFile)('sh', ['-c', lines.at(-1) ?? ''], {
    cwd: repository,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      CONTEXT_SYNC_API_KEY: /csk_[\w-]{43}/.exec(lines.join('\n'))?.[0],
      GIT_AUTHOR_NAME: 'Ann',
      GIT_AUTHOR_EMAIL: 'ann@example.com',
      GIT_COMMITTER_NAME: 'Ann',
      GIT_COMMITTER_EMAIL: 'ann@example.com',
    },
  });
  expect(stdout).toContain('Synced to octo-api (docs): 1 created');
});

it('without the build of the command line, the command names the file that the user must build', () => {
  const command = formatSyncCommand(
    { baseUrl: 'http://[::1]:8787', project: 'octo-api' },
    { cliMain: '/missing/main.js' },
  );
  expect(command).toBe(
    "node PATH-OF-A-BUILT-CHECKOUT/apps/cli/build/main.js sync '--base-url=http://[::1]:8787' --project=octo-api",
  );
});

it('the command quotes a path with spaces', () => {
  const command = formatSyncCommand({ baseUrl: 'http://localhost:1', project: 'p' }, { cliMain: import.meta.dirname });
  expect(command).toContain(` ${import.meta.dirname} sync`);
  expect(formatSyncCommand({ baseUrl: "http://localhost:1/it's", project: 'p' })).toContain(
    String.raw`'--base-url=http://localhost:1/it'\''s'`,
  );
});
