import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSite, whereTo } from './site.fixture.ts';

/**
 * Returns the files of a real documentation project, with its license. The files end in `.txt` so that the tools of this repository do not read its
 * configuration.
 */
function getFiles(name: string): Record<string, string> {
  const folder = join(import.meta.dirname, 'fixtures', name);
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    paths.map((path) => [path.slice(folder.length + 1).replace(/\.txt$/, ''), readFileSync(path, 'utf8')]),
  );
}

const APPS = 'docs/docs/02-apps/02-interchain-accounts';
const CLIENTS = 'docs/docs/03-light-clients/01-developer-guide';

it.each([
  [`${APPS}/01-overview.md`, './09-active-channels.md', `${APPS}/09-active-channels.md`],
  // The first heading is the page title, which has no anchor.
  [
    `${APPS}/01-overview.md`,
    './09-active-channels.md#understanding-active-channels',
    `${APPS}/09-active-channels.md (${APPS}/09-active-channels.md has no anchor "understanding-active-channels")`,
  ],
  [
    `${CLIENTS}/02-light-client-module.md`,
    './08-proposals.md#implementing-recoverclient',
    `${CLIENTS}/08-proposals.md#implementing-recoverclient`,
  ],
  [`${CLIENTS}/02-light-client-module.md`, '/main/apps/interchain-accounts/overview', `${APPS}/01-overview.md`],
  [
    'docs/docs/04-middleware/02-packet-forward-middleware/01-overview.md',
    '/02-apps/01-transfer/01-overview/#denomination-trace',
    'unchecked',
  ],
])('links in the documentation of ibc-go are resolved: in %s, %s links to %s', (from, target, expected) => {
  expect(whereTo(createSite(getFiles('ibc-go')), from, target)).toBe(expected);
});

it('generates the URLs of the ibc-go site for its pages', () => {
  const site = createSite(getFiles('ibc-go'), { siteUrl: 'https://ibc.cosmos.network', root: 'docs/docs' });
  expect(site.pageUrl(`${APPS}/09-active-channels.md`)).toBe(
    'https://ibc.cosmos.network/main/apps/interchain-accounts/active-channels/',
  );
});
