// This program measures the percentage of links that are resolved according to the rules of the site generators, and
// the number of broken links in the items of all projects.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chunk } from '../../../packages/chunker/build/index.js';
import { getFormatName } from '../../../packages/formats/build/file-extensions.js';
import { indexSite, type SiteIndex } from '../../../packages/site/build/index.js';
import { exitWithUsageError, readProgramOptions, selectByName } from '../../../scripts/program-options.ts';
import { getReference } from './link-reference.ts';
import { type ExpectedLink, type LinkSet, readSets } from './true-links.ts';

const REPOSITORY_URL = 'https://github.invalid/blob/main/';
/** The projects whose link targets were checked against real builds. */
const CHECKED_SETS = new Set(['sphinx-packaging', 'docusaurus-ibc-go', 'mkdocs-material']);
const MIN_PERCENT = { checked: 98, other: 95 };

const { values } = readProgramOptions({
  data: { type: 'string', default: '../shared/data' },
  only: { type: 'string' },
  show: { type: 'boolean' },
});
const folder = join(values.data, 'formats');
if (!existsSync(folder)) exitWithUsageError(`--data: ${folder} does not exist.`);
const sets = selectByName('--only', values.only, readSets(folder), ({ name }) => name);
let hasFailed = false;

process.stdout.write('set                     right  of  percent\n');
for (const set of sets) {
  if (set.links.length === 0) continue;
  const site = createSite(set);
  const wrongLinks = set.links.filter((link) => !isRight(site, set, link));
  const percent = (100 * (set.links.length - wrongLinks.length)) / set.links.length;
  if (percent < (CHECKED_SETS.has(set.name) ? MIN_PERCENT.checked : MIN_PERCENT.other)) hasFailed = true;
  process.stdout.write(
    `${set.name.padEnd(22)} ${String(set.links.length - wrongLinks.length).padStart(6)} ${String(set.links.length).padStart(4)}  ${percent.toFixed(1)}\n`,
  );
  if (values.show)
    for (const { from, line, written, targetFile, fragment, targetAnchor, why = '', kind } of wrongLinks) {
      const { path = null, anchor = null, problem = '' } = site.locate(from, getReference(written, from));
      process.stdout.write(
        `  [${kind}] ${from}:${line} ${written}\n    rule: ${targetFile} #${targetAnchor} (${fragment}) ${why}\n    ours: ${path} #${anchor} ${problem}\n`,
      );
    }
}

process.stdout.write('\nset                     documents  links into the repository  dead  warnings\n');
for (const set of sets) {
  const { documents, links, dead, warnings } = findDeadLinks(set);
  if (dead.length > 0) hasFailed = true;
  process.stdout.write(
    `${set.name.padEnd(26)} ${String(documents).padStart(6)} ${String(links).padStart(26)} ${String(dead.length).padStart(5)} ${String(warnings).padStart(9)}\n`,
  );
  if (values.show) for (const link of dead.slice(0, 20)) process.stdout.write(`  ${link}\n`);
}
process.exitCode = hasFailed ? 1 : 0;

function createSite({ files }: LinkSet): SiteIndex {
  return indexSite({
    paths: new Set(files.keys()),
    read: (path) => files.get(path),
    address: { repositoryUrl: REPOSITORY_URL },
  });
}

/**
 * Returns whether a link is resolved to the expected target. If the reference data contains no page for a link, the link may refer to an existing file that
 * is not a page.
 */
function isRight(site: SiteIndex, { files }: LinkSet, link: ExpectedLink): boolean {
  const { path, anchor } = site.locate(link.from, getReference(link.written, link.from));
  if (link.targetFile === null)
    return path === undefined || (files.has(path) && /asset|not a page/.test(`${link.kind} ${link.why}`));
  return path === link.targetFile && (anchor === undefined) === (link.targetAnchor === null);
}

function findDeadLinks(set: LinkSet): { documents: number; links: number; dead: string[]; warnings: number } {
  const site = createSite(set);
  const folders = new Set(
    [...set.files.keys()].flatMap((path) => path.split('/').map((_, index, parts) => parts.slice(0, index).join('/'))),
  );
  const deadTargets: string[] = [];
  let links = 0;
  let warnings = 0;
  let documents = 0;
  for (const [path, text] of set.files) {
    if (getFormatName(path) === undefined) continue;
    const chunks = chunk({ path, text }, { site, address: { repositoryUrl: REPOSITORY_URL } });
    if (chunks.items.length > 0) documents += 1;
    warnings += chunks.warnings.filter(({ kind }) => kind === 'link' || kind === 'image').length;
    for (const { content } of chunks.items)
      for (const [, target = ''] of content.matchAll(/https:\/\/github\.invalid\/blob\/main\/([^\s)>"'#?\]]*)/g)) {
        links += 1;
        const file = decodeURIComponent(target);
        if (!set.files.has(file) && !folders.has(file.replace(/\/$/, ''))) deadTargets.push(`${path}: ${file}`);
      }
  }
  return { documents, links, dead: deadTargets, warnings };
}
