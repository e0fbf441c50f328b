import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** A Markdown file that a commit changed, with its blob IDs before and after the commit; undefined if the file did not exist. */
export interface Change {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The complete git history of the docs of one project. */
export interface History {
  readonly name: string;
  /** All commits in chronological order. */
  readonly commits: readonly (readonly Change[])[];
  /** The texts by blob ID. The changes refer to these IDs. */
  readonly texts: ReadonlyMap<string, string>;
}

const NULL_ID = /^0+$/;
const MAX_OUTPUT_BYTES = 2 ** 30;

/** Clones a git bundle into the folder and reads every version of every Markdown file under `docs/`. */
export function readHistory(bundle: string, name: string, folder: string): History {
  const clone = join(folder, name);
  execFileSync('git', ['clone', '--quiet', '--bare', '--branch', 'main', bundle, clone], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const runGit = (args: readonly string[], input = '') =>
    execFileSync('git', args, { cwd: clone, input, maxBuffer: MAX_OUTPUT_BYTES, stdio: ['pipe', 'pipe', 'pipe'] });
  const log = runGit([
    'log',
    '-z',
    '--reverse',
    '--raw',
    '--no-abbrev',
    '--no-renames',
    '--format=tformat:commit',
    '--',
    'docs',
  ]);
  const commits: Change[][] = [];
  const fields = log.toString('utf8').split('\0');
  const ids = new Set<string>();
  for (let index = 0; index < fields.length; index += 1) {
    const field = (fields[index] ?? '').trim();
    if (field === 'commit') {
      commits.push([]);
    } else if (field.startsWith(':')) {
      const [, , before = '', after = ''] = field.split(' ');
      const path = fields[++index] ?? '';
      if (!path.endsWith('.md')) continue;
      const toIdOrUndefined = (id: string) => (NULL_ID.test(id) ? undefined : id);
      for (const id of [before, after]) if (!NULL_ID.test(id)) ids.add(id);
      commits.at(-1)?.push({ path, before: toIdOrUndefined(before), after: toIdOrUndefined(after) });
    }
  }
  return { name, commits, texts: readBlobs([...ids], runGit) };
}

/** Returns the files at the end of the history. */
export function getLastTree({ commits, texts }: History): { path: string; text: string }[] {
  const tree = new Map<string, string>();
  for (const { path, after } of commits.flat()) {
    if (after === undefined) tree.delete(path);
    else tree.set(path, after);
  }
  return [...tree].map(([path, id]) => ({ path, text: texts.get(id) ?? '' }));
}

function readBlobs(
  ids: readonly string[],
  git: (args: readonly string[], input: string) => Buffer,
): Map<string, string> {
  const output = git(['cat-file', '--batch'], `${ids.join('\n')}\n`);
  const texts = new Map<string, string>();
  let index = 0;
  for (const id of ids) {
    const end = output.indexOf(0x0a, index);
    const size = Number(output.toString('latin1', index, end).split(' ')[2]);
    texts.set(id, output.toString('utf8', end + 1, end + 1 + size));
    index = end + 1 + size + 1;
  }
  return texts;
}
