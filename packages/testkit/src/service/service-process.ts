import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cleanup } from '../process/cleanup.ts';
import { createSeededDatabase, SERVICE_ARGUMENTS, SERVICE_ENVIRONMENT, type TestService } from './service.ts';

/** The real service in a separate process, which can be killed. */
export interface ServiceProcess extends Omit<TestService, 'url' | 'restart'> {
  /** Returns the URL of the service, which changes with each start. */
  readonly url: () => string;
  /** Kills the process to simulate a crash, and starts it again with the same database. */
  readonly restart: () => Promise<void>;
}

/** Starts the real service on loopback in a separate process. */
export async function startServiceProcess(cleanup: Cleanup): Promise<ServiceProcess> {
  const project = 'octo-api';
  const { file, key, readOnlyKey } = await createSeededDatabase([project]);
  const database = join(await cleanup.folder('service'), 'context-sync.db');
  await writeFile(database, file, { mode: 0o600 });
  let runningService = await startServe(database);
  cleanup.add(() => runningService.kill());
  return {
    url: () => runningService.url,
    project,
    key,
    readOnlyKey,
    async restart() {
      await runningService.kill();
      runningService = await startServe(database);
    },
  };
}

async function startServe(database: string): Promise<{ readonly url: string; kill(): Promise<void> }> {
  const child = spawn(process.execPath, [...SERVICE_ARGUMENTS, 'serve', '--port', '0', '--database', database], {
    env: SERVICE_ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closeEvent = once(child, 'close');
  // The process is killed even if the tests are interrupted.
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  void closeEvent.then(() => process.off('exit', killAtExit));
  let printedText = '';
  const url = await new Promise<string>((resolve, reject) => {
    void closeEvent.then(() => reject(new Error(`the service ended: ${printedText}`)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printedText += text;
      const listeningUrl = /listening on (\S+)/.exec(printedText)?.[1];
      if (listeningUrl !== undefined) resolve(listeningUrl);
    });
  });
  return {
    url,
    async kill() {
      child.kill('SIGKILL');
      await closeEvent;
    },
  };
}
