import { extname, relative, resolve } from 'node:path';
import { EXTENSIONS } from '@context-sync/chunker';
import { UserError } from '@context-sync/engine/problem/problem';
import { formatLineRange, formatNumber, pluralize } from '@context-sync/engine/report/report-wording';
import type { WantedDocument, WantedItem } from '@context-sync/sync';
import type { CommandInput } from '../options/command-definition.ts';
import type { CommandTerminal } from '../terminal/terminal.ts';
import { readSourceDocs, type SourceDocs, type Workspace, withWorkspace } from '../workspace/open-workspace.ts';

/** Maximum number of skipped files that are listed. */
const MAX_SKIPPED_LINES = 50;

/** Prints the items of one document, or the number of items of every document. */
export async function run(input: CommandInput): Promise<number> {
  const [file] = input.positionals;
  return withWorkspace(
    input,
    async (workspace) => {
      const sources = await readSourceDocs(workspace);
      if (file !== undefined) {
        const document = findDocument(file, input, workspace, sources);
        if (input.isSet('json')) writeJson(input.terminal, { path: document.path, items: document.items });
        else printDocument(input.terminal, document);
      } else if (input.isSet('json')) {
        const documents = sources.flatMap(({ docs }) => docs.wanted.documents);
        writeJson(
          input.terminal,
          documents.map(({ path, items }) => ({ path, items })),
        );
      } else for (const source of sources) printSource(input.terminal, source);
      return 0;
    },
    { printsSources: file !== undefined },
  );
}

function writeJson(terminal: CommandTerminal, value: unknown): void {
  terminal.write(`${JSON.stringify(value, null, 2)}\n`);
}

/**
 * Returns the document at a path, relative to the current folder or to the root of the repository.
 * @throws UserError if it is not a document
 */
function findDocument(
  file: string,
  { folder }: CommandInput,
  { repository }: Workspace,
  sources: readonly SourceDocs[],
): WantedDocument {
  const fromFolder = relative(repository.folder, resolve(folder, file)).replaceAll('\\', '/');
  const documents = sources.flatMap(({ docs }) => docs.wanted.documents);
  const skippedDocuments = sources.flatMap(({ docs }) => docs.skipped);
  for (const path of [fromFolder, file.replace(/^\.\//, '')]) {
    const reason = skippedDocuments.find((each) => each.path === path)?.reason;
    if (reason !== undefined)
      throw createError(file, `is skipped: ${reason}`, 'see exclude and include-kinds in the configuration file');
    const document = documents.find((each) => each.path === path);
    if (document) return document;
  }
  const extension = extname(file).slice(1).toLowerCase();
  if (!EXTENSIONS.includes(extension)) {
    const formats = EXTENSIONS.map((each) => `.${each}`).join(', ');
    throw createError(
      file,
      'is not a document of a supported format',
      `use a file with one of the extensions ${formats}`,
    );
  }
  const folders = sources.map(({ settings }) => (settings.docs === '' ? '.' : settings.docs)).join(', ');
  throw createError(
    file,
    `is not among the ${pluralize(documents.length, 'document')} in ${folders}`,
    'check the path, or set another folder with --docs',
  );
}

function createError(file: string, problem: string, fix: string): UserError {
  return new UserError([{ subject: file, problem, fix }]);
}

function printSource({ print, style }: CommandTerminal, { settings, docs }: SourceDocs): void {
  const documents = docs.wanted.documents.filter(({ items }) => items.length > 0);
  const width = Math.max(...documents.map(({ items }) => formatNumber(items.length).length), 1);
  for (const { path, items } of documents) {
    const characters = items.reduce((sum, { content }) => sum + content.length, 0);
    print(`${formatNumber(items.length).padStart(width)}  ${path}  ${style.dim(pluralize(characters, 'character'))}`);
  }
  const { skipped } = docs;
  if (skipped.length > 0) print(`\n${style.bold('Skipped')}`);
  for (const { path, reason } of skipped.slice(0, MAX_SKIPPED_LINES)) print(`  ${path}: ${reason}`);
  if (skipped.length > MAX_SKIPPED_LINES) print(`  and ${pluralize(skipped.length - MAX_SKIPPED_LINES, 'file')} more`);
  const count = documents.reduce((sum, { items }) => sum + items.length, 0);
  const folder = settings.docs === '' ? 'the repository' : settings.docs;
  print(`\n${style.bold(`${pluralize(count, 'item')} from ${pluralize(documents.length, 'document')} in ${folder}`)}`);
}

function printDocument({ print, style }: CommandTerminal, { path, items }: WantedDocument): void {
  print(style.bold(`${path}: ${pluralize(items.length, 'item')}`));
  for (const [index, item] of items.entries()) print(`\n${renderItem(item, index + 1, { style })}`);
}

/** Renders an item as it is sent: title, facts and text. */
function renderItem(item: WantedItem, number: number, { style }: Pick<CommandTerminal, 'style'>): string {
  const { title, content, key, lines } = item;
  const facts = [
    `lines ${formatLineRange(lines)}`,
    pluralize(content.length, 'character'),
    item.public ? 'public' : 'private',
    key,
  ];
  const text = content.split('\n').map((line) => `${style.dim('│')} ${line}`.trimEnd());
  return [`${number}. ${style.bold(title)}`, style.dim(`   ${facts.join(' · ')}`), ...text].join('\n');
}
