// This program compares the links of the items of a real site with the URLs that its generator publishes. It computes these URLs itself, and reads the
// results of Context Sync only from the output of the command line: `context-sync lint --json` and `context-sync items --json`.
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { exitWithUsageError, readProgramOptions, selectByName } from '../../../../scripts/program-options.ts';
import { GENERATORS, listAddresses } from './published-addresses.ts';
import { RepositoryTree } from './repository-tree.ts';
import { listWrittenLinks } from './written-links.ts';

interface Finding {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

interface DocumentItems {
  readonly path: string;
  readonly items: readonly { readonly content: string }[];
}

const { values } = readProgramOptions({
  repository: { type: 'string', default: '.' },
  generator: { type: 'string', default: 'none' },
  /** Folder whose paths determine the URLs. */
  root: { type: 'string', default: '' },
  /** URL path of that folder on the site. */
  base: { type: 'string', default: '' },
  /** Folders whose files are published unchanged at the URL path "/". */
  static: { type: 'string', multiple: true, default: [] },
  lint: { type: 'string', default: '' },
  items: { type: 'string', default: '' },
  show: { type: 'boolean' },
});
const [generator] = selectByName('--generator', values.generator, GENERATORS);
for (const name of ['lint', 'items'] as const)
  if (!existsSync(values[name]))
    exitWithUsageError(
      `--${name} must be a file with the output of "context-sync ${name} --json" (got "${values[name]}").`,
    );
if (!existsSync(join(values.repository, '.git')))
  exitWithUsageError(`--repository must be the folder of a git clone (got "${values.repository}").`);

const tree = new RepositoryTree(values.repository);
const documents = JSON.parse(readFileSync(values.items, 'utf8')) as DocumentItems[];
const { findings, unchecked } = JSON.parse(readFileSync(values.lint, 'utf8')) as {
  findings: readonly Finding[];
  unchecked: Readonly<Record<string, number>>;
};
const site = listAddresses(tree, generator, values);

let links = 0;
const lostAddresses: string[] = [];
for (const { path, items } of documents) {
  if (items.length === 0) continue;
  const text = items.map(({ content }) => content).join('\n');
  const decodedText = decode(text);
  const words = toWords(text);
  for (const { target: written, label } of listWrittenLinks(path, tree.read(path))) {
    if (/^(?:(?!(?:ref|doc|term):)[a-z][a-z\d+.-]*:|\/\/|#|$)/i.test(written)) continue;
    links += 1;
    const targets = site.find(path, written);
    if (targets.length === 0) continue;
    const isKept = targets.some((target) => target === path || decodedText.includes(target));
    // If no item contains the text of the link, as for a navigation bar, the link is not counted as lost.
    const hasWords = words.includes(toWords(label === '' ? written : label));
    if (!isKept && hasWords) lostAddresses.push(`${path}: ${written} (${targets.join(', ')})`);
  }
}

if (links === 0) exitWithUsageError(`--items: the documents in ${values.items} contain no links to check.`);

const brokenFindings = findings.filter(({ rule }) => rule === 'broken-link' || rule === 'broken-image');
const falseFindings = brokenFindings.filter(({ path, message }) => isFalse(path, message));
const unknown = Object.values(unchecked).reduce((sum, count) => sum + count, 0);
const share = (100 * unknown) / links;
process.stdout.write(
  `${[generator, documents.length, links, brokenFindings.length, falseFindings.length, lostAddresses.length, unknown, `${share.toFixed(1)} %`].join('\t')}\n`,
);
if (values.show) {
  for (const { path, line, message } of falseFindings) process.stdout.write(`  false: ${path}:${line} ${message}\n`);
  for (const each of lostAddresses) process.stdout.write(`  lost: ${each}\n`);
  for (const [reason, count] of Object.entries(unchecked)) process.stdout.write(`  unknown: ${count} ${reason}\n`);
}
process.exitCode = falseFindings.length + lostAddresses.length > 0 ? 1 : 0;

/** Returns whether a finding contradicts the published URLs. The message of the finding contains a path of the repository or a URL. */
function isFalse(path: string, message: string): boolean {
  const anchor = /^broken \w+: (.+) has no anchor "(.+)"/.exec(message);
  if (anchor) return site.hasAnchor(anchor[1] ?? '', anchor[2] ?? '');
  const target = message
    .replace(/^broken \w+: (?:no page has the URL |page |document )?/, '')
    .replace(/ \(\d+ \w+\)$/, '')
    .replace(/ (?:does not exist|is outside of the repository)$/, '');
  if (tree.isFile(target) || !isWritten(tree.read(path), target)) return true;
  // The rules of a site do not apply to files outside of its folder.
  const isAbove = !target.startsWith('/') && values.root !== '' && !`${target}/`.startsWith(`${values.root}/`);
  // Names with dots that are not files are names of code objects.
  const isObject =
    generator === 'sphinx' &&
    /(?:^|\/)\w+(?:\.[a-z]\w*)+$/i.test(target) &&
    !/\.(?:md|rst|png|svg|jpe?g|gif|html|py|txt|ya?ml|json)$/i.test(target);
  if (isAbove || isObject) return true;
  return site.find(path, target.startsWith('/') ? target : posix.relative(posix.dirname(path), target)).length > 0;
}

/** Returns whether a document contains the target in a link, an image, a reference or an include. */
function isWritten(text: string, target: string): boolean {
  const name = posix.basename(target).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const start = '(?:\\]\\(|\\]:\\s*|(?:href|src|to)=["\'{]+|xref:|image:+|include\\S*\\s+|<<|`)';
  return new RegExp(`${start}<?[^\\s)"'[]*${name}`, 'i').test(decode(text));
}

/** Returns the letters and digits of a text, so that passages can be compared. */
function toWords(text: string): string {
  return text
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

function decode(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (code) => {
    try {
      return decodeURIComponent(code);
    } catch {
      return code;
    }
  });
}
