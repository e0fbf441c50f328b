import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bareEnvironment, runToEnd, start } from './child.ts';
import type { Cleanup } from './cleanup.ts';

/** The real service, as a process of its own on an embedded store, with a user, a project and keys made by its command line. */
export interface ServiceProcess {
  readonly url: string;
  readonly project: string;
  readonly key: string;
  readonly readOnlyKey: string;
  /** Ends the process at once, as a crash would. */
  kill(): Promise<void>;
}

const MAIN = createRequire(import.meta.url).resolve('@context-sync/service/main');
const START_LIMIT = 20_000;

/** @param projects slugs of the projects to make; the first is the one that is given back */
export async function startService(
  cleanup: Cleanup,
  projects: readonly [string, ...string[]] = ['octo-api'],
): Promise<ServiceProcess> {
  const database = join(await cleanup.folder('service'), 'context-sync.db');
  const env = { ...bareEnvironment(), NODE_NO_WARNINGS: '1' };
  const cli = async (...args: string[]) =>
    (await runToEnd(process.execPath, [MAIN, ...args, '--database', database], { env })).trim();
  const email = 'owner@example.com';
  await cli('create-user', email);
  for (const slug of projects) await cli('create-project', slug, '--owner', email, '--name', 'Octo API');
  const key = await cli('create-key', email);
  const readOnlyKey = await cli('create-key', email, '--read-only');

  const child = start(process.execPath, [MAIN, 'serve', '--port', '0', '--database', database], { env });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  cleanup.add(async () => {
    child.kill('SIGTERM');
    await closed;
    if (errors !== '') throw new Error(`the service reported: ${errors}`);
  });
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the service did not start: ${errors}`)), START_LIMIT);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const found = /listening on (\S+)/.exec(text)?.[1];
      if (!found) return;
      clearTimeout(timer);
      resolve(found);
    });
    child.once('close', () => reject(new Error(`the service ended: ${errors}`)));
  });
  return {
    url,
    project: projects[0],
    key,
    readOnlyKey,
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
