// This program publishes a docs folder with one push to a service on loopback, and requests every internal link, anchor and image of every page of its portal.
// It exits with 1 if one is broken, or if a page is shown as plain text.
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { type CrawlResult, crawlPortal } from './crawl-portal.ts';
import { type LinkCheckOptions, readOptions } from './options.ts';
import { publishFolder } from './published-folder.ts';

await checkPortal(readOptions());

async function checkPortal(options: LinkCheckOptions): Promise<void> {
  const published = await publishFolder(options);
  try {
    const startedAt = performance.now();
    const result = await crawlPortal(published.url);
    const crawlSeconds = (performance.now() - startedAt) / 1_000;
    const load = loadavg()[0]?.toFixed(1) ?? '';
    process.stdout.write(`${published.messages.at(-1)}\n`);
    process.stdout.write(
      `published in ${published.seconds.toFixed(1)} s, crawled in ${crawlSeconds.toFixed(1)} s, load ${load}, ${published.messages.length - 1} warnings\n`,
    );
    printResult(result, options.show);
    if (options.json !== undefined)
      await writeFile(options.json, `${JSON.stringify({ messages: published.messages, ...result }, null, 2)}\n`);
    if (result.broken.length > 0 || result.plainTextPages.length > 0) process.exitCode = 1;
    if (options.keep) {
      process.stdout.write(`The portal is at ${published.url} until you press Ctrl-C.\n`);
      await once(process, 'SIGINT');
    }
  } finally {
    await published.close();
  }
}

function printResult(result: CrawlResult, examples: number): void {
  const { pages, linkCount, imageCount, anchorCount, externalCount, broken, plainTextPages, leftovers } = result;
  process.stdout.write(
    `${pages.length} pages, ${linkCount} internal links (${anchorCount} with an anchor), ${imageCount} images, ${externalCount} links to other hosts\n`,
  );
  printGroups(
    `${broken.length} broken`,
    broken.map(({ page, kind, target, cause, isInText }) => ({
      kind: `${kind}: ${cause}${isInText ? '' : ', outside of the text'}`,
      text: `${page} -> ${target}`,
    })),
    examples,
  );
  process.stdout.write(`${plainTextPages.length} pages as plain text\n`);
  for (const page of plainTextPages.slice(0, examples)) process.stdout.write(`    ${page}\n`);
  printGroups(
    `${leftovers.length} places with syntax of the generator`,
    leftovers.map(({ page, kind, text }) => ({ kind, text: `${page}: ${text}` })),
    examples,
  );
}

function printGroups(title: string, findings: readonly { kind: string; text: string }[], examples: number): void {
  process.stdout.write(`${title}\n`);
  for (const [kind, group = []] of Object.entries(Object.groupBy(findings, (finding) => finding.kind))) {
    process.stdout.write(`  ${group.length} ${kind}\n`);
    for (const { text } of group.slice(0, examples)) process.stdout.write(`    ${text}\n`);
  }
}
