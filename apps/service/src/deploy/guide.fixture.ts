import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MAIN_SOURCE } from '../testing/sources.fixture.ts';
import { ROOT } from './containerfile.fixture.ts';

/** Entry point of the sources, which the tests run instead of the build, because the build may be outdated. */

/** Returns the shell code blocks of a section of a how-to guide, from its heading to the next heading of the same or a higher level. */
export function listShellBlocks(page: string, heading: string): string[] {
  const lines = readFileSync(join(ROOT, 'docs/how-to', page), 'utf8').split('\n');
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading);
  if (start === -1) throw new Error(`${page} has no heading "${heading}"`);
  const level = (lines[start] ?? '').indexOf(' ');
  const length = lines.slice(start + 1).findIndex((line) => /^#+ /.test(line) && line.indexOf(' ') <= level);
  const section = lines.slice(start, length === -1 ? undefined : start + 1 + length).join('\n');
  return [...section.matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)].map(([, indentation = '', text = '']) =>
    text.replaceAll(new RegExp(`^${indentation}`, 'gm'), ''),
  );
}

/** Replacements for the programs of a server with systemd. They run the same commands with the same settings, as the current user. */
const PROGRAMS: Readonly<Record<string, string>> = {
  sudo: 'exec "$@"',
  // Loads the environment file and the folder, ignores the other properties, and runs the command.
  'systemd-run': `while [ "\${1#--}" != "$1" ]; do
  case "$1" in
    --property=EnvironmentFile=*) set -a; . "\${1#--property=EnvironmentFile=}"; set +a;;
    --property=WorkingDirectory=*) cd "\${1#--property=WorkingDirectory=}";;
  esac
  shift
done
exec "$@"`,
  // Starts the unit in the background with its variables. The environment file takes precedence, as in systemd.
  systemctl: `[ "$1" = enable ] || exit 0
unit="$SYSTEMD/\${3%.service}.service"
set -a
eval "$(sed -n 's/^Environment=//p' "$unit")"
. "$(sed -n 's/^EnvironmentFile=-\\{0,1\\}//p' "$unit")"
set +a
cd "$(sed -n 's/^WorkingDirectory=//p' "$unit")"
$(sed -n 's/^ExecStart=//p' "$unit") > "$SYSTEMD/log" 2>&1 &
echo $! > "$SYSTEMD/pid"`,
};

/** A folder that replaces the root folder of a server. The commands of a guide run in it. */
export class GuideMachine {
  readonly #root: string;
  readonly #paths: Readonly<Record<string, string>>;

  constructor(root: string) {
    this.#root = root;
    this.#paths = {
      '/etc/systemd/system': join(root, 'etc/systemd/system'),
      '/etc/context-sync': join(root, 'etc/context-sync'),
      '/var/lib/context-sync': join(root, 'var/lib/context-sync'),
      '/opt/context-sync': join(root, 'opt/context-sync'),
    };
    for (const path of [
      ...Object.values(this.#paths).filter((each) => !each.endsWith('etc/context-sync')),
      join(root, 'bin'),
    ])
      mkdirSync(path, { recursive: true });
    for (const [name, text] of Object.entries(PROGRAMS)) this.#addProgram(name, `#!/bin/sh\n${text}\n`);
    this.#addProgram('node', `#!/bin/sh\nexec "${process.execPath}" "$@"\n`);
    // The unit files are copied with changed paths, as if the project were in /opt.
    for (const name of ['context-sync.service']) {
      const target = join(this.resolve('/opt/context-sync'), 'apps/service/deploy', name);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, this.resolve(readFileSync(join(ROOT, 'apps/service/deploy', name), 'utf8')));
    }
  }

  #addProgram(name: string, text: string): void {
    const file = join(this.#root, 'bin', name);
    writeFileSync(file, text);
    chmodSync(file, 0o755);
  }

  /** Replaces the paths of a server with those below the root. */
  resolve(text: string): string {
    let resolved = text;
    for (const [path, target] of Object.entries(this.#paths)) resolved = resolved.replaceAll(path, target);
    return resolved.replaceAll(/\S*apps\/service\/build\/main\.js/g, MAIN_SOURCE.join(' '));
  }

  /**
   * Runs commands in one bash process with aliases enabled.
   * @returns the output of the commands
   * @throws Error if one of them fails
   */
  run(commands: string, variables: Readonly<Record<string, string>> = {}, cwd = this.#root): string {
    const { status, stdout, stderr } = spawnSync('bash', ['-e'], {
      cwd,
      input: `shopt -s expand_aliases\n${this.resolve(commands)}`,
      encoding: 'utf8',
      env: {
        PATH: `${join(this.#root, 'bin')}:${process.env.PATH}`,
        HOME: this.#root,
        NODE_NO_WARNINGS: '1',
        SYSTEMD: this.resolve('/etc/systemd/system'),
        ...variables,
      },
    });
    if (status !== 0) throw new Error(`exit code ${status}:\n${commands}\n${stdout}\n${stderr}`);
    return stdout;
  }
}
