export { describeApi } from './describe-api.ts';
export { createKey, hashKey } from './platform/access/api-keys.ts';
export { openStore } from './platform/database/open-store.ts';
export type { Store } from './platform/database/store.ts';
export { ERRORS } from './platform/errors/errors.ts';
export { type RunningServer, type ServerOptions, startServer } from './server.ts';
