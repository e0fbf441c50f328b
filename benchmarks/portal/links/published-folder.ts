import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LinkCheckOptions } from './options.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** The arguments with which Node runs a program of the project from its sources. */
const FROM_SOURCES = ['--conditions=production', `--import=${join(ROOT, 'scripts/resolve-sources.ts')}`];
const SERVICE_MAIN = join(ROOT, 'apps/service/src/main.ts');
const CLI_MAIN = join(ROOT, 'apps/cli/src/main.ts');
const SLUG = 'checked';
const CONFIG = 'publish: true\npublic: true\nconnect: false\n';
const AUTHOR = ['-c', 'user.name=Docs', '-c', 'user.email=docs@example.com', '-c', 'commit.gpgsign=false'];
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

const execute = promisify(execFile);

/** A docs folder that is published by a service on loopback. */
export interface PublishedFolder {
  /** URL of the portal. */
  readonly url: string;
  /** What the push printed: its warnings, and its result. */
  readonly messages: readonly string[];
  readonly seconds: number;
  close(): Promise<void>;
}

/** Publishes a docs folder with one push to a new service. @throws Error if the push fails */
export async function publishFolder(options: LinkCheckOptions): Promise<PublishedFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'context-sync-portal-links-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  try {
    const repository = await copyRepository(options, join(folder, 'repository'));
    const { url, key, stop } = await startService(join(folder, 'service.db'));
    try {
      const startedAt = performance.now();
      const messages = await push({ repository, docs: options.docs, url, key, state: join(folder, 'state') });
      const seconds = (performance.now() - startedAt) / 1_000;
      await showPortal(url, key);
      const close = async () => {
        await stop();
        await removeFolder();
      };
      return { url: `${url}/p/${SLUG}`, messages, seconds, close };
    } catch (error) {
      await stop();
      throw error;
    }
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

/** Copies the last commit of a git repository, or a folder, to a new repository with the configuration of the check. */
async function copyRepository({ repository }: LinkCheckOptions, target: string): Promise<string> {
  const git = (...args: string[]) =>
    execute('git', [...AUTHOR, '-C', target, ...args], { maxBuffer: MAX_OUTPUT_BYTES });
  const isRepository = existsSync(join(repository, '.git')) || existsSync(join(repository, 'HEAD'));
  if (isRepository) await execute('git', ['clone', '--quiet', '--depth=1', `file://${repository}`, target]);
  else await cp(repository, target, { recursive: true });
  if (!isRepository) await git('init', '--quiet', '--initial-branch=main');
  await mkdir(join(target, '.github'), { recursive: true });
  await writeFile(join(target, '.github/context-sync.yml'), CONFIG);
  await git('add', '--all', '--force');
  await git('commit', '--quiet', '--no-verify', '--message=Write the docs');
  return target;
}

async function startService(database: string) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_NO_WARNINGS: '1' };
  const bootstrap = ['bootstrap', SLUG, '--owner', 'owner@example.com', '--base-url', 'https://sync.test'];
  const run = [...FROM_SOURCES, SERVICE_MAIN];
  const { stdout } = await execute(process.execPath, [...run, ...bootstrap, '--database', database], { env });
  const key = /csk_[\w-]{43}/.exec(stdout)?.[0];
  if (key === undefined) throw new Error(`bootstrap printed no key: ${stdout}`);
  const limits = ['--rate-limit', '0', '--anonymous-rate-limit', '0'];
  const child = spawn(process.execPath, [...run, 'serve', '--port', '0', '--database', database, ...limits], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closeEvent = once(child, 'close');
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      const address = /listening on (\S+)/.exec(text)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('close', () => reject(new Error(`the service exited: ${text}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await closeEvent;
    process.off('exit', kill);
  };
  return { url, key, stop };
}

/** Runs the sync of the command line, which is the engine of the action. @returns the lines that it printed */
async function push(target: { repository: string; docs: string; url: string; key: string; state: string }) {
  const { repository, docs, url, key, state } = target;
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_NO_WARNINGS: '1',
    CONTEXT_SYNC_API_KEY: key,
    CONTEXT_SYNC_BASE_URL: url,
  };
  const args = ['sync', '-C', repository, '--docs', docs, '--project', SLUG, '--state', `folder:${state}`];
  const child = spawn(process.execPath, [...FROM_SOURCES, CLI_MAIN, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (output += part));
  const [exitCode] = await once(child, 'close');
  if (exitCode !== 0) throw new Error(`the push exited with ${exitCode}: ${output.slice(-4_000)}`);
  return output.split('\n').filter((line) => line !== '');
}

/** Publishes the portal, so that readers without a key see its pages. */
async function showPortal(url: string, key: string): Promise<void> {
  const response = await fetch(`${url}/api/v1/projects/${SLUG}/docs/settings`, {
    method: 'GET',
    headers: { authorization: `Bearer ${key}` },
  });
  const { etag: _etag, updatedAt: _date, url: _url, ...settings } = (await response.json()) as Record<string, unknown>;
  const saved = await fetch(`${url}/api/v1/projects/${SLUG}/docs/settings`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...settings, published: true }),
  });
  if (!saved.ok) throw new Error(`the portal cannot be published: ${saved.status} ${await saved.text()}`);
}
