import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sampleCases } from '@context-sync/test-tier';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Deed } from './worker.fixture.ts';
import { type WorkerBounds, WorkerProcess } from './worker-process.ts';

const ENTRY = new URL('./worker.fixture.ts', import.meta.url);
/** Limits that allow enough time for a busy machine. */
const PATIENT: WorkerBounds = {
  deadlineMs: 600_000,
  startMs: 600_000,
  memoryMiB: 64,
  maxWaitingChars: 1_000_000,
  idleMs: 600_000,
};

function open(bounds: Partial<WorkerBounds> = {}, entry = ENTRY) {
  const worker = new WorkerProcess(entry, 'the argument', { ...PATIENT, ...bounds });
  onTestFinished(() => worker.close());
  const run = (deed: Deed, size = 1) => worker.run(deed, size) as Promise<{ echo: unknown }>;
  /** Runs a job and expects it to succeed. */
  const expectToWork = async () => expect(await run({ echo: 'works' })).toMatchObject({ echo: 'works' });
  return { worker, run, expectToWork };
}

/** Waits until the process has ended. */
const waitForEnd = (pid: number | undefined) =>
  vi.waitFor(() => expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH'), { timeout: 120_000 });

describe('WorkerProcess', () => {
  it('the worker process starts with the first job and executes all jobs in order', async () => {
    const { worker, run } = open();
    expect(worker.pid).toBeUndefined();
    const done: unknown[] = [];
    await Promise.all([1, 2, 3].map(async (echo) => done.push((await run({ echo })).echo)));
    expect(done).toEqual([1, 2, 3]);
    expect(worker.pid).toBeGreaterThan(0);
  });

  it('the worker process receives its argument, but not the environment variables of the service', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://user:S3cr3t@host/db');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { run } = open();
    const { environment, ...rest } = (await run({ echo: 1 })) as { echo: unknown; environment?: string[] };
    expect(rest).toEqual({ echo: 1, argument: 'the argument' });
    const given = environment?.filter((name) => !name.startsWith('NODE_CHANNEL_') && name !== 'NODE_COMPILE_CACHE');
    expect(given).toEqual([]);
  });

  it('the worker process receives and sends messages of several megabytes', async () => {
    const { run } = open();
    const echo = 'x'.repeat(8_388_608);
    expect((await run({ echo })).echo === echo).toBe(true);
  });

  it('the worker process is killed at the deadline, and a new process executes the next job', async () => {
    const { worker, run } = open({ deadlineMs: 1 });
    const hungTask = run({ hang: true });
    const pid = worker.pid;
    await expect(hungTask).rejects.toMatchObject({ reason: 'deadline', message: 'takes more than 0.001 seconds' });
    await waitForEnd(pid);
    const next = run({ hang: true });
    expect(worker.pid).not.toBe(pid);
    await expect(next).rejects.toMatchObject({ reason: 'deadline' });
  });

  it.each(sampleCases(['array', 'map'] as const, 2))(
    'a job fails without affecting later ones if a growing %s requires too much memory',
    async (grow) => {
      const { run, expectToWork } = open();
      await expect(run({ grow })).rejects.toMatchObject({
        reason: 'memory',
        message: 'takes more than 64 MiB of memory',
      });
      await expectToWork();
    },
  );

  it('only the current job fails if the worker process crashes, and the error includes stderr', async () => {
    const { run, expectToWork } = open();
    const [crashed, next] = [run({ exit: 3, print: 'Something broke' }), run({ echo: 'next' })];
    await expect(crashed).rejects.toMatchObject({ reason: 'crash', message: expect.stringContaining('exit code 3') });
    await expect(crashed).rejects.toThrow('Something broke');
    expect(await next).toMatchObject({ echo: 'next' });
    await expectToWork();
  });

  it('only the current job fails if the worker process is killed', async () => {
    const { worker, run, expectToWork } = open();
    await expectToWork();
    const hungTask = run({ hang: true });
    process.kill(worker.pid ?? 0, 'SIGKILL');
    await expect(hungTask).rejects.toMatchObject({ reason: 'crash', message: expect.stringContaining('SIGKILL') });
    await expectToWork();
  });

  it('a job fails if the worker process cannot start', async () => {
    const { run } = open({}, new URL('./no-such-module.ts', import.meta.url));
    await expect(run({ echo: 1 })).rejects.toMatchObject({ reason: 'crash' });
  });

  it('a job fails if the worker process does not become ready in time', async () => {
    const { run } = open({ startMs: 1 });
    await expect(run({ echo: 1 })).rejects.toMatchObject({
      reason: 'crash',
      message: 'a worker process is not ready after 0.001 seconds',
    });
  });

  it('rejects jobs that exceed the limit of the worker queue', async () => {
    const { run } = open({ maxWaitingChars: 1_000_000 });
    const runningTask = run({ echo: 'running' }, 900_000);
    const waitingTask = run({ echo: 'waiting' }, 900_000);
    await expect(run({ echo: 'refused' }, 100_001)).rejects.toMatchObject({ reason: 'busy' });
    const smallTask = run({ echo: 'small' }, 100_000);
    // Even a small job counts a minimum size toward the queue's limit.
    await expect(run({ echo: 'refused' }, 1)).rejects.toMatchObject({ reason: 'busy' });
    expect(await Promise.all([runningTask, waitingTask, smallTask])).toMatchObject([
      { echo: 'running' },
      { echo: 'waiting' },
      { echo: 'small' },
    ]);
  });

  it('the worker process exits when it is idle and is started again for the next job', async () => {
    const { worker, run, expectToWork } = open({ idleMs: 1 });
    const first = run({ echo: 1 });
    const pid = worker.pid;
    await first;
    await waitForEnd(pid);
    await expectToWork();
  });

  it('closing the worker process rejects active and queued jobs', async () => {
    const { worker, run, expectToWork } = open();
    await expectToWork();
    const jobs = [run({ hang: true }), run({ echo: 'waits' })];
    const rejections = Promise.all(jobs.map((job) => expect(job).rejects.toMatchObject({ reason: 'closed' })));
    const pid = worker.pid;
    await worker.close();
    expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH');
    await rejections;
    await expect(run({ echo: 1 })).rejects.toMatchObject({ reason: 'closed' });
  });

  it.each(
    sampleCases(
      [
        ['without closing', ''],
        ['after closing', 'await worker.close();'],
      ],
      2,
    ),
  )('the worker process does not keep its parent process alive: %s', async (_name, closing) => {
    const script = `
      import { WorkerProcess } from ${JSON.stringify(new URL('./worker-process.ts', import.meta.url).href)};
      const worker = new WorkerProcess(new URL(${JSON.stringify(ENTRY.href)}), '', ${JSON.stringify(PATIENT)});
      const { echo } = await worker.run({ echo: 'done' }, 1);
      console.log(worker.pid);
      ${closing}
      console.log(echo);
    `;
    const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printedText = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printedText += text;
    });
    expect(await once(child, 'close')).toEqual([0, null]);
    const [pid, echo] = printedText.split('\n');
    expect(echo).toBe('done');
    await waitForEnd(Number(pid));
  });
});
