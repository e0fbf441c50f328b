// Writes to a store until it is killed, and prints each revision.

import { openStore, type StoreAddress } from '../../bundle/state/open-store.ts';
import { addDocument } from '../../bundle/state/state-documents.ts';

const [address = '', name = ''] = process.argv.slice(2);
const store = openStore(JSON.parse(address) as StoreAddress);
for (let at = 0; ; at += 1) {
  const { meta } = await addDocument(store, `${name}-${at}.md`);
  process.stdout.write(`${meta.revision}\n`);
}
