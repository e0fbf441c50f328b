export { createKey, hashKey } from './access/api-keys.ts';
export { describeApi } from './describe-api.ts';
export { ERRORS } from './errors/errors.ts';
export { type RunningServer, type ServerOptions, startServer } from './server.ts';
export { openStore } from './store/open-store.ts';
export type { Store } from './store/store.ts';
