export { hashKey, newKey } from './access/keys.ts';
export { createApp, describe } from './http/app.ts';
export { type RunningServer, type ServerOptions, startServer } from './server.ts';
export { openStore } from './store/open-store.ts';
export { openSqliteStore } from './store/sqlite/store.ts';
export type { Store } from './store/store.ts';
export { StoreInputError } from './store/store-input-error.ts';
