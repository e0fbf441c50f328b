export { createApp, describe } from './http/app.ts';
export { hashKey, newKey } from './http/keys.ts';
export { type RunningServer, type ServerOptions, startServer } from './server.ts';
export { openSqliteStore } from './store/sqlite-store.ts';
export { type Store, StoreInputError } from './store/store.ts';
