// This program bundles the app in the current folder: `node ../../scripts/bundle.mjs [folder]`. The default folder is `dist`. The same sources
// always produce the same bytes, because a check compares the bundle of the action with a new one.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { minify } = createRequire(join(process.cwd(), 'package.json'))('terser');
const out = process.argv[2] ?? 'dist';
rmSync(out, { recursive: true, force: true });
const args = [
  'ncc',
  'build',
  'build/main.js',
  '--quiet',
  '--minify',
  '--out',
  out,
  '--license',
  'licenses.txt',
  '--target',
  'es2024',
];
const { status } = spawnSync('pnpm', ['exec', ...args], { stdio: 'inherit', shell: process.platform === 'win32' });
if (status !== 0) process.exit(1);
// ncc minifies only the entry file, so the loop minifies the files that are loaded later.
for (const name of readdirSync(out).filter((each) => /^\d+\.index\.js$/.test(each))) {
  const file = join(out, name);
  const { code } = await minify(readFileSync(file, 'utf8'), {
    module: true,
    ecma: 2020,
    compress: false,
    mangle: true,
  });
  writeFileSync(file, code ?? '');
}
