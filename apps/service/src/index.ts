export type { ServiceStore as Store } from './areas.ts';
export { runCli } from './cli.ts';
export { describeApi } from './describe-api.ts';
export { openStore } from './open-store.ts';
export { createKey, hashKey } from './platform/access/api-keys.ts';
export { Interruption } from './platform/cli/interruption.ts';
export { ERRORS } from './platform/errors/errors.ts';
export { type RunningServer, type ServerOptions, startServer } from './server.ts';
