import { loadavg } from 'node:os';
import { Cleanup, GitRepository, runAction, startGitHub } from '../../packages/testkit/build/index.js';
import type { Goal, Section } from '../report/report-section.ts';
import { openDatabase } from '../service/databases.ts';
import type { StoreName } from '../service/options.ts';
import { startService } from '../service/start-service.ts';
import { limitToOneCore, measureBareRate, measureRate } from './page-rate.ts';
import { createPortalProject, createText, SLUG } from './portal-project.ts';

const MAX_PUBLISH_SECONDS = 60;
const MAX_PAGE_BYTES = 60_000;
const MAX_PAGE_REQUESTS = 4;
const MIN_PAGES_PER_SECOND = 2_000;
const RATE_SECONDS = 5;
const FOLDERS = 20;

/** Measures a first push that publishes a docs folder, the weight of one of its pages, and how many of these pages per second are sent from memory. */
export async function measurePublishing(stores: readonly StoreName[], pages: number): Promise<Section> {
  const rows: string[][] = [];
  const goals: Goal[] = [];
  for (const store of stores) {
    const { seconds, cpuSeconds, weight, rate, bareRate, cpuMicroseconds } = await measureStore(store, pages);
    const load = loadavg()[0]?.toFixed(1) ?? '';
    rows.push([
      store,
      seconds.toFixed(1),
      cpuSeconds.toFixed(1),
      String(weight.bytes),
      String(weight.requests),
      rate.toFixed(0),
      cpuMicroseconds.toFixed(0),
      bareRate.toFixed(0),
      load,
    ]);
    goals.push(
      {
        goal: `${pages.toLocaleString('en')} pages and their items published with one push, ${store}: at most ${MAX_PUBLISH_SECONDS} s`,
        measured: `${seconds.toFixed(1)} s`,
        met: seconds <= MAX_PUBLISH_SECONDS,
      },
      {
        goal: `a page with its styles, ${store}: at most ${MAX_PAGE_BYTES / 1_000} kB, ${MAX_PAGE_REQUESTS} requests and no script`,
        measured: `${(weight.bytes / 1_000).toFixed(1)} kB, ${weight.requests} requests, ${weight.scripts} scripts`,
        met: weight.bytes <= MAX_PAGE_BYTES && weight.requests <= MAX_PAGE_REQUESTS && weight.scripts === 0,
      },
      {
        goal: `finished pages per second on one core, ${store}: at least ${MIN_PAGES_PER_SECOND.toLocaleString('en')}`,
        measured: `${rate.toFixed(0)} (node:http: ${bareRate.toFixed(0)})`,
        met: rate >= MIN_PAGES_PER_SECOND,
      },
    );
  }
  return {
    title: `Publishing ${pages.toLocaleString('en')} pages`,
    notes: [
      'The action syncs the docs folder of a new repository, with one page and one context item for each document, until the sitemap lists every page. CPU is the CPU time of the service during the push.',
      'The bytes of a page are those of its HTML, its styles and its icon, without compression. The pages per second are those of one page that is in memory, requested over eight connections. The threads of the service share one core, and the client uses the other. The column "node:http" is the rate of a process that sends the same bytes and does nothing else.',
    ],
    tables: [
      {
        caption: 'Publishing and pages',
        head: ['store', 's', 's of CPU', 'bytes', 'requests', 'pages/s', 'µs of CPU', 'node:http', 'load'],
        rows,
      },
    ],
    goals,
  };
}

async function measureStore(name: StoreName, pages: number) {
  const cleanup = new Cleanup();
  const database = await openDatabase(name);
  const { store, key } = await createPortalProject(database);
  await store.close();
  const service = await startService(database.url);
  try {
    const github = await startGitHub(cleanup);
    const repository = await GitRepository.create(cleanup);
    await repository.commit('Write the docs', createDocs(pages));
    const sha = await repository.git('rev-parse', 'HEAD');
    const cpuBefore = service.cpuMicroseconds();
    const startedAt = performance.now();
    const { exitCode, stdout, outputs } = await runAction(cleanup, {
      workspace: repository.path,
      github,
      sha,
      inputs: { 'api-key': key, 'base-url': service.url, project: SLUG },
    });
    if (exitCode !== 0 || outputs.created !== String(pages))
      throw new Error(
        `the action exited with ${exitCode} and created ${outputs.created} items: ${stdout.slice(-2_000)}`,
      );
    const sitemap = await (await fetch(`${service.url}/p/${SLUG}/sitemap.xml`)).text();
    const seconds = (performance.now() - startedAt) / 1_000;
    const published = sitemap.split('<loc>').length - 1;
    if (published < pages) throw new Error(`only ${published} of ${pages} pages are published`);
    const cpuSeconds = (service.cpuMicroseconds() - cpuBefore) / 1e6;
    const address = `${service.url}/p/${SLUG}/${getFolder(1)}/page-1`;
    const weight = await weighPage(address);
    limitToOneCore(service.pid);
    await measureRate(address, 1);
    const rateCpuBefore = service.cpuMicroseconds();
    const rate = await measureRate(address, RATE_SECONDS);
    const cpuMicroseconds = (service.cpuMicroseconds() - rateCpuBefore) / (rate * RATE_SECONDS);
    const bareRate = await measureBareRate(weight.html, RATE_SECONDS);
    return { seconds, cpuSeconds, weight, rate, bareRate, cpuMicroseconds };
  } finally {
    await service.stop();
    await cleanup.close();
    await database.close();
  }
}

/** Returns the folder of a page. */
const getFolder = (number: number) => `part-${(number % FOLDERS) + 1}`;

/** Returns documents in folders. Each has a list, a table, code and a link, and results in one context item. */
function createDocs(pages: number): Record<string, string> {
  const docs: Record<string, string> = {
    '.github/context-sync.yml': 'publish: true\npublic: true\nconnect: false\n',
    'docs/index.md': '# Welcome\n\nThe docs of an API.\n',
  };
  for (let number = 1; number < pages; number += 1) {
    const section = `${createText(number, 80)}\n\n- ${createText(number, 5)}\n- ${createText(number + 1, 5)}\n\n\`\`\`js\nawait client.send({ limit: ${number} });\n\`\`\`\n\n| Name | Value |\n| --- | --- |\n| limit | ${number} |\n`;
    const next = `See [another page](../${getFolder(number + 1)}/page-${number + 1}.md).`;
    docs[`docs/${getFolder(number)}/page-${number}.md`] = `# Page ${number}\n\n${section}${
      number + 1 < pages ? `\n${next}\n` : ''
    }`;
  }
  return docs;
}

/** Returns the page, and the number and the bytes of the requests that a browser sends for it, without images. */
async function weighPage(address: string) {
  const html = await (await fetch(address, { headers: { accept: 'text/html' } })).text();
  const links = [...html.matchAll(/<link rel="(?:stylesheet|icon)" href="([^"]+)"/g)].map(([, href = '']) => href);
  const scripts = html.split('<script').length - 1;
  const sizes = await Promise.all(
    links.map(async (href) => (await (await fetch(new URL(href, address))).arrayBuffer()).byteLength),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, Buffer.byteLength(html));
  return { html, bytes, requests: 1 + links.length, scripts };
}
