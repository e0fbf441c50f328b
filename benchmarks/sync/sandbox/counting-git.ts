import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cleanup, createBareEnvironment, runProcess } from '../../../packages/testkit/build/index.js';

/** A wrapper of git that counts the starts of git and the objects that git reads. */
export interface CountingGit {
  /** The environment variables, with a PATH that starts with the folder of the wrapper. */
  readonly env: Readonly<Record<string, string>>;
  counts(): Promise<{ gitProcesses: number; documentsRead: number }>;
}

export async function installCountingGit(cleanup: Cleanup): Promise<CountingGit> {
  const folder = await cleanup.folder('git');
  const [started, read] = [join(folder, 'started'), join(folder, 'read')];
  await Promise.all([writeFile(started, ''), writeFile(read, '')]);
  const env = createBareEnvironment();
  const realGit = (await runProcess('sh', ['-c', 'command -v git'], { env })).trim();
  const script = [
    '#!/bin/sh',
    `echo "$*" >> '${started}'`,
    `case "$*" in *cat-file*) tee -a '${read}' | '${realGit}' "$@" ;; *) exec '${realGit}' "$@" ;; esac`,
  ];
  await writeFile(join(folder, 'git'), `${script.join('\n')}\n`);
  await chmod(join(folder, 'git'), 0o755);
  const getLines = async (path: string) => (await readFile(path, 'utf8')).split('\n').length - 1;
  return {
    env: { PATH: `${folder}:${env.PATH}` },
    counts: async () => ({ gitProcesses: await getLines(started), documentsRead: await getLines(read) }),
  };
}
