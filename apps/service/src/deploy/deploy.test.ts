import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { getVariable, SERVE_SETTINGS } from '../commands/serve-settings.ts';
import { scratchFolder } from '../platform/database/behavior/database.fixture.ts';
import { MAIN_SOURCE } from '../testing/sources.fixture.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const UNIT = fileURLToPath(new URL('../../deploy/context-sync.service', import.meta.url));
const unit = readFileSync(UNIT, 'utf8');
const page = (name: string) => readFileSync(new URL(`../../../../docs/${name}.md`, import.meta.url), 'utf8');
const hosting = page('how-to/host-the-service');
const reference = page('reference/service');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

describe('the systemd units', () => {
  it.skipIf(!hasSystemd).each(['context-sync.service', 'context-sync-backup.service', 'context-sync-backup.timer'])(
    'systemd accepts %s without warnings',
    (name) => {
      const file = fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url));
      const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
      expect(stderr.split('\n').filter((line) => line.includes('context-sync'))).toEqual([]);
    },
  );

  it('the systemd unit uses only options that the service supports', () => {
    const [, options = ''] = /^ExecStart=.*\/main\.js serve (.*)$/m.exec(unit) ?? [];
    const names = [...options.matchAll(/--([\w-]+)/g)].map(([, name]) => name ?? '');
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect([...Object.keys(SERVE_SETTINGS), 'database']).toContain(name);
  });

  it('the systemd unit gives the service enough time to shut down', () => {
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
    expect(seconds).toBeGreaterThan(Number(SERVE_SETTINGS['stop-within'].default));
  });
});

describe('the shell alias', () => {
  it('the service that the documented shell alias starts stops on SIGTERM', async () => {
    const [, alias = ''] = /^alias context-sync-service='(.*)'$/m.exec(hosting) ?? [];
    // The test runs the sources instead of the build, because the build may be outdated.
    const [command = '', ...args] = alias.replace('apps/service/build/main.js', MAIN_SOURCE.join(' ')).split(' ');
    const database = join(scratchFolder(), 'service.db');
    const child = spawn(command, [...args, 'serve', '--port', '0', '--database', database], {
      cwd: ROOT,
      // The service runs in a separate process group, so that the whole group can be killed even if a signal does not reach the service.
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const processEnd = once(child, 'close');
    onTestFinished(async () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The process group has already exited.
      }
      await processEnd;
    });
    let printedText = '';
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        printedText += text;
        const [, found] = /listening on (\S+)/.exec(printedText) ?? [];
        if (found !== undefined) resolve(found);
      });
      child.once('exit', () => reject(new Error(`the service exited: ${printedText}`)));
    });
    expect((await fetch(`${url}/health`)).status).toBe(200);
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed');
  });
});

describe('reference/service.md', () => {
  it.each(Object.entries(SERVE_SETTINGS))(
    'reference/service.md contains a row for the setting %s',
    (name, { default: fallback, means }) => {
      const value = fallback === '' ? '' : `\`${fallback}\``;
      expect(reference.split('\n')).toContain(`| \`--${name}\` | \`${getVariable(name)}\` | ${value} | ${means} |`);
    },
  );

  it('reference/service.md contains no unknown settings', () => {
    const rows = reference.split('\n').filter((line) => line.includes('`CONTEXT_SYNC_') && line.startsWith('| `--'));
    expect(rows).toHaveLength(Object.keys(SERVE_SETTINGS).length);
  });
});
