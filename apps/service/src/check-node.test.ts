import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('../build/main.js', import.meta.url));
const RUNTIMES = new URL('../../../packages/sdk/runtimes/node_modules/', import.meta.url);

it.each(['20', '22'])('the service reports on Node.js %s in one line which version it needs', (version) => {
  const node = fileURLToPath(new URL(`node-${version}/bin/node`, RUNTIMES));
  const { status, stdout, stderr, error } = spawnSync(node, [MAIN, 'serve'], { encoding: 'utf8' });
  expect(error).toBeUndefined();
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    new RegExp(`^Error: the service needs Node\\.js 24 or newer \\(this is v${version}\\.\\S+\\)\\. Fix: .*\\n$`),
  );
});
