// This program installs the toolchain, builds the packages and runs a script of package.json. It requires only Node.js
// 20, npm and git: npx runs pnpm in the version from package.json, and the scripts run with Node.js 24, which is one of
// the dependencies.
// with-toolchain.mjs <script> [--also=<folder of a package outside the workspace>] [--filter=<what to build>] [-- <for
// the script>]
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { packageManager } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const [script, ...rest] = process.argv.slice(2);
const separatorIndex = rest.includes('--') ? rest.indexOf('--') : rest.length;
const isFolder = (argument) => argument.startsWith('--also=');
const folders = rest.slice(0, separatorIndex).filter(isFolder);
const filters = rest.slice(0, separatorIndex).filter((argument) => !isFolder(argument));
const env = {
  ...process.env,
  DO_NOT_TRACK: '1',
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
  npm_config_loglevel: 'error',
  npm_config_update_notifier: 'false',
};

/** Runs pnpm. If `quiet` is true, prints the output only if pnpm fails. */
async function runPnpm(args, { quiet }) {
  const child = spawn('npx', ['--yes', packageManager, ...args], {
    cwd: root,
    env,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    shell: process.platform === 'win32',
  });
  let output = '';
  child.stdout?.on('data', (text) => (output += text));
  child.stderr?.on('data', (text) => (output += text));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) => resolve(signal ? 1 : exitCode));
  });
  if (code !== 0) {
    if (quiet) process.stderr.write(`\n${output}\n`);
    process.exit(code ?? 1);
  }
}

async function runStep(text, args) {
  const start = performance.now();
  const isTerminal = process.stdout.isTTY;
  process.stdout.write(isTerminal ? `  … ${text}` : '');
  await runPnpm(args, { quiet: true });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(`${isTerminal ? '\r' : ''}  ✓ ${text} (${seconds} s)\n`);
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  process.stderr.write(`Node ${process.versions.node} is too old: install Node 20 or newer, then run this again.\n`);
  process.exit(1);
}
// The first installation downloads about 100 MB; later ones only check whether everything is installed.
const firstRunNote = existsSync(new URL('../node_modules', import.meta.url)) ? '' : ', the first time takes a minute';
await runStep(`Toolchain and dependencies${firstRunNote}`, ['install', '--frozen-lockfile']);
for (const folder of folders.map((argument) => argument.slice('--also='.length))) {
  await runStep(`Dependencies of ${folder}`, ['install', '--frozen-lockfile', '--dir', folder]);
}
await runStep('Build', ['exec', 'turbo', 'run', 'build', '--output-logs=errors-only', ...filters]);
await runPnpm(['run', '--silent', script, ...rest.slice(separatorIndex + 1)], { quiet: false });
