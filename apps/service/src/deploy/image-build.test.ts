import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../platform/database/behavior/database.fixture.ts';
import { findFreePort } from '../testing/free-port.fixture.ts';
import { listContextFiles } from './build-context.fixture.ts';
import { listTexts, parseExecForm, ROOT, readEnvironment, readStages, type Stage } from './containerfile.fixture.ts';

const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
/** A user other than root, as in the image; undefined if this process cannot become another user. */
const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/**
 * Runs the instructions of the Containerfile without a container engine: each stage has a folder as its root, and absolute paths of the file are
 * below that folder. Node and npm come from this machine instead of the base image.
 */
class StageRunner {
  readonly #folder = mkdtempSync(join(tmpdir(), 'context-sync-image-'));

  getRoot(name = 'image'): string {
    return join(this.#folder, name);
  }

  build(stages: readonly Stage[]): void {
    // The user that runs the service can read the files, as in an image.
    chmodSync(this.#folder, 0o755);
    for (const stage of stages) this.#runStage(stage);
  }

  #runStage(stage: Stage): void {
    const root = this.getRoot(stage.name);
    let folder = root;
    mkdirSync(root);
    for (const { name, text } of stage.instructions) {
      if (name === 'WORKDIR') {
        folder = join(root, text);
        mkdirSync(folder, { recursive: true });
      } else if (name === 'COPY') this.#copy(text, root, folder);
      else if (name === 'RUN') runShell(this.#resolvePaths(text, root), folder);
    }
  }

  #copy(text: string, root: string, folder: string): void {
    const words = text.split(/\s+/);
    const [source = '', target = ''] = words.filter((word) => !word.startsWith('--'));
    const stage = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
    if (stage !== undefined) {
      cpSync(join(this.getRoot(stage), source), join(root, target), { recursive: true, verbatimSymlinks: true });
      return;
    }
    if (source !== '.' || target !== '.') throw new Error(`this test copies only the whole context (COPY ${text})`);
    for (const file of listContextFiles()) cpSync(join(ROOT, file), join(folder, file), { recursive: true });
  }

  /** Moves the absolute paths of a command below the root, and replaces the user of the base image with an existing one. */
  #resolvePaths(text: string, root: string): string {
    const { uid, gid } = UNPRIVILEGED ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
    return text
      .replaceAll(/(?<=\s)\/(?:service|data)\b/g, (path) => join(root, path))
      .replaceAll('node:node', `${uid}:${gid}`);
  }

  delete(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function runShell(command: string, cwd: string): void {
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, PATH, CI: 'true' },
  });
  if (status !== 0) throw new Error(`RUN ${command} exited with code ${status}:\n${stdout}\n${stderr}`);
}

describe('the image', () => {
  const stages = readStages();
  const image = stages.at(-1);
  const runner = new StageRunner();
  const service = join(runner.getRoot(), 'service');
  beforeAll(() => runner.build(stages));
  afterAll(() => runner.delete());

  /** Returns the arguments of `node` for an instruction in exec form, with paths below the root. */
  const getArguments = (name: string, text = listTexts(image, name)[0]) => {
    const [command, ...args] = parseExecForm(text);
    expect(command).toBe('node');
    return args.map((each) => each.replace(/^\/service(?=\/)/, service));
  };

  it('the container image runs as an unprivileged user that can write only to its data folder, becomes healthy, and stops on SIGTERM', async () => {
    const data = scratchFolder();
    if (UNPRIVILEGED) chownSync(data, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
    const environment = {
      PATH,
      ...readEnvironment(image),
      CONTEXT_SYNC_HOST: '127.0.0.1',
      CONTEXT_SYNC_PORT: String(await findFreePort()),
    };
    const filesBefore = globSync('**', { cwd: service });
    const args = [...getArguments('ENTRYPOINT'), ...parseExecForm(listTexts(image, 'CMD')[0])];
    const child = spawn(process.execPath, args, { cwd: data, env: environment, ...UNPRIVILEGED, stdio: 'pipe' });
    const processExit = once(child, 'exit');
    onTestFinished(() => void child.kill('SIGKILL'));
    const [started] = await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')]);
    expect(String(started)).toContain(`listening on http://127.0.0.1:${environment.CONTEXT_SYNC_PORT}`);

    const health = listTexts(image, 'HEALTHCHECK')[0] ?? '';
    const isHealthy = async () => {
      const probe = spawn(process.execPath, getArguments('HEALTHCHECK', health.slice(health.indexOf('['))), {
        env: environment,
        stdio: 'ignore',
      });
      const [code] = await once(probe, 'exit');
      return code === 0;
    };
    expect(await isHealthy()).toBe(true);
    const readyResponse = await fetch(`http://127.0.0.1:${environment.CONTEXT_SYNC_PORT}/ready`);
    expect(readyResponse.status).toBe(200);
    expect(existsSync(join(data, 'context-sync.db'))).toBe(true);

    child.kill('SIGTERM');
    expect(await processExit).toEqual([0, null]);
    expect(await isHealthy()).toBe(false);
    expect(globSync('**', { cwd: service })).toEqual(filesBefore);
  });

  it('the container image contains no tests, no sources of the project and no development dependencies', () => {
    const files = globSync('**', { cwd: service });
    const own = files.filter(
      (path) => !/(?:^|\/)node_modules\/(?!@context-sync\/|\.pnpm\/)(?!.*@context-sync\/)/.test(path),
    );
    expect(own.length).toBeGreaterThan(100);
    expect(own.filter((path) => /\.(?:test|fixture)\./.test(path) || /(?<!\.d)\.ts$/.test(path))).toEqual([]);
    for (const name of ['typescript', 'vitest', 'turbo', '@types+node'])
      expect(files.filter((path) => path.startsWith(`node_modules/.pnpm/${name}@`))).toEqual([]);
  });

  it('the container image contains only versions of dependencies that are in the lockfile', () => {
    const lockfile = readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8');
    const names = globSync('node_modules/.pnpm/*@*', { cwd: service })
      .map((path) => path.slice('node_modules/.pnpm/'.length).split('_')[0] ?? '')
      .filter((name) => !name.includes('@file+'));
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) expect(lockfile).toContain(name.replace('+', '/'));
  });
});
