// Writes to a store without end, and prints each revision that is written; made to be killed.
import { add } from './book.ts';
import { type Address, openStore } from './open-store.ts';

const [address = '', name = ''] = process.argv.slice(2);
const store = openStore(JSON.parse(address) as Address);
for (let at = 0; ; at += 1) {
  const { meta } = await add(store, `${name}-${at}.md`);
  process.stdout.write(`${meta.revision}\n`);
}
