import { defineInterface } from '../../platform/area.ts';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import { addApplicationPages } from './application-pages.tsx';
import { createConnectionCommands } from './commands.ts';
import { addConsentPage } from './consent-page.tsx';
import { keepRecordsPruned } from './prune-records.ts';
import { addOAuthRoutes } from './routes.ts';
import type { OAuthServices } from './services.ts';
import type { OAuthPorts } from './store.ts';

/** Maximum size in bytes of a request body from a client. */
const MAX_BODY_BYTES = 65_536;

export const oauthInterface = defineInterface({
  bodies: [{ path: /^\/oauth\//, maxSize: MAX_BODY_BYTES }],
  addRoutes: (app, services: OAuthServices) => addOAuthRoutes(app, services),
  addPages(pages, services: OAuthServices) {
    addConsentPage(pages, services);
    addApplicationPages(pages, services);
  },
  createCommands: (cli: CliContext<PlatformPorts & OAuthPorts>) => createConnectionCommands(cli),
  startJobs: ({ store }: OAuthServices, { report, signal }) => [keepRecordsPruned(store, report, signal)],
});
