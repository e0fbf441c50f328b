import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The build of the command line in the same checkout. The relative path is the same from the sources and from the build of the service. */
const CLI_MAIN = fileURLToPath(new URL('../../../cli/build/main.js', import.meta.url));

/**
 * Returns the command that syncs a docs folder to the service. The package of the command line is not in a registry, so the command runs its build.
 * @param options.cliMain file of the build. Default: the file in the checkout of the service
 */
export function formatSyncCommand(
  { baseUrl, project }: { readonly baseUrl: string; readonly project: string },
  { cliMain = CLI_MAIN }: { readonly cliMain?: string } = {},
): string {
  // A container image contains only the service.
  const program = existsSync(cliMain)
    ? [process.execPath, cliMain].map(quote).join(' ')
    : 'node PATH-OF-A-BUILT-CHECKOUT/apps/cli/build/main.js';
  return `${program} sync ${quote(`--base-url=${baseUrl}`)} ${quote(`--project=${project}`)}`;
}

/** Quotes a text for POSIX shells, if necessary. */
function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
