import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CorpusPage } from '../chunker/data/data-folder.ts';

/** Number of edits that are generated for docs without a git history. */
const EDITS = 60;
const REFLOW_WIDTH = 64;

export function runGit(folder: string, ...args: string[]): string {
  const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
  return execFileSync('git', [...author, '-c', 'core.quotePath=false', ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

/** Clones a bundle into a folder. */
export function cloneHistory(bundle: string, folder: string): void {
  runGit(dirname(folder), 'clone', '--quiet', '--branch', 'main', bundle, folder);
}

/** Adds a commit that only changes the line breaks of paragraphs. */
export function commitReflow(folder: string): void {
  const files = runGit(folder, 'ls-files', 'docs').split('\n');
  for (const file of files) {
    if (!file.endsWith('.md')) continue;
    const text = runGit(folder, 'show', `HEAD:${file}`);
    writeFileSync(join(folder, file), `${reflow(text)}\n`);
  }
  runGit(folder, 'commit', '--quiet', '--all', '--message', 'Reflow');
}

/** Creates a history of edits: sections are deleted, pages are moved, and texts are copied to other pages. The choice of pages is the same in each run. */
export function createEdits(folder: string, corpus: readonly CorpusPage[], editedPaths: readonly string[]): void {
  runGit(dirname(folder), 'init', '--quiet', '--initial-branch=main', folder);
  const texts = new Map(corpus.map(({ path, text }) => [path, text]));
  const commit = (message: string) => {
    rmSync(join(folder, 'docs'), { recursive: true, force: true });
    for (const [path, text] of texts) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    runGit(folder, 'add', '--all');
    runGit(folder, 'commit', '--quiet', '--allow-empty', '--message', message);
  };
  commit('Docs');
  const paths = [...new Set(editedPaths)].sort();
  for (let edit = 0; edit < EDITS; edit += 1) {
    const path = paths[(edit * 37) % paths.length] ?? '';
    const other = paths[(edit * 53 + 11) % paths.length] ?? '';
    const text = texts.get(path) ?? '';
    const sections = text.split(/^(?=## )/m);
    if (edit % 4 === 0) texts.set(path, [...sections.slice(0, 1), ...sections.slice(2)].join(''));
    else if (edit % 4 === 1) texts.set(other, `${texts.get(other) ?? ''}\n\n${sections.at(-1) ?? ''}`);
    else if (edit % 4 === 2) {
      texts.delete(path);
      texts.set(path.replace('docs/', 'docs/moved/'), text);
    } else texts.set(path, text.replaceAll(/\b(the|you|can)\b/g, 'this'));
    commit(`Edit ${edit}`);
  }
}

/** Joins and wraps the lines of paragraphs of plain text, outside of code and front matter. */
function reflow(text: string): string {
  let isInCode = false;
  let isInHead = text.startsWith('---\n');
  const isPlain = (block: string) =>
    block.split('\n').every((line) => /^[A-Za-z"'(]/.test(line) && !/[|<>`{}:]|\[\^|\\$| {2}$/.test(line));
  return text
    .split(/\n{2,}/)
    .map((block, index) => {
      if (index > 0 && isInHead) isInHead = !/^---$/m.test(block);
      else if (isInHead) isInHead = (block.match(/^---$/gm)?.length ?? 0) < 2;
      const fences = block.match(/^\s*(?:```|~~~)/gm)?.length ?? 0;
      const wasInCode = isInCode;
      if (fences % 2 === 1) isInCode = !isInCode;
      if (wasInCode || fences > 0 || isInHead || index === 0 || !isPlain(block)) return block;
      return wrap(block.replaceAll('\n', ' '));
    })
    .join('\n\n');
}

function wrap(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    // A word that would start a list or a heading is not moved to the start of a line.
    if (line !== '' && line.length + word.length >= REFLOW_WIDTH && /^[A-Za-z]/.test(word)) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}

/** Returns the old paths of renamed files by their new paths, as git finds them. */
export function listMoves(folder: string, before: string, after: string): Map<string, string> {
  const lines = runGit(folder, 'diff', '--find-renames', '--name-status', '--diff-filter=R', before, after).split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [, from, to] = line.split('\t');
      return from === undefined || to === undefined ? [] : [[to, from] as const];
    }),
  );
}

/** Returns whether two commits differ only in spaces and line breaks, and the docs differ. */
export function isReflow(folder: string, before: string, after: string): boolean {
  const changedPaths = runGit(folder, 'diff', '--name-only', before, after, '--', 'docs')
    .split('\n')
    .filter((path) => path !== '');
  const read = (commit: string, path: string) => {
    try {
      return runGit(folder, 'show', `${commit}:${path}`).replaceAll(/\s+/g, ' ');
    } catch {
      return undefined;
    }
  };
  return changedPaths.length > 0 && changedPaths.every((path) => read(before, path) === read(after, path));
}
