// Records the digests of the items of all fixture pages, which the tests of the chunker compare with the current items.
// golden-items.ts [--same-version]
import { writeFileSync } from 'node:fs';
import {
  computeGoldenItems,
  getGoldenFile,
  readGoldenItems,
} from '../packages/chunker/src/golden/golden-items.fixture.ts';
import { readProgramOptions } from './program-options.ts';

const { values } = readProgramOptions({ 'same-version': { type: 'boolean' } });
const recordedItems = readGoldenItems();
const current = computeGoldenItems();
const changedCount = Object.entries(current.pages).filter(
  ([path, digest]) => recordedItems.pages[path] !== digest,
).length;

if (changedCount > 0 && current.version === recordedItems.version && !values['same-version']) {
  process.stderr.write(
    `The items of ${changedCount} pages have changed, but CHUNKER_VERSION is still ${current.version}.\n` +
      'Raise it in packages/chunker/src/chunk.ts. If this version has not been released yet, add the option --same-version.\n',
  );
  process.exit(1);
}
writeFileSync(getGoldenFile(), `${JSON.stringify(current, null, 2)}\n`);
process.stdout.write(`${changedCount} pages whose items changed, version ${current.version}\n`);
