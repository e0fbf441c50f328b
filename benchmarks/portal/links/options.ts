import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface LinkCheckOptions {
  /** The folder or git repository that contains the docs folder. */
  readonly repository: string;
  /** The docs folder, relative to the repository. */
  readonly docs: string;
  /** The number of broken links and of leftovers that are printed for each kind. */
  readonly show: number;
  /** Whether the service continues to run, so that a person can read the portal. */
  readonly keep: boolean;
  /** The file to which the findings are written as JSON; undefined to write none. */
  readonly json: string | undefined;
}

export const USAGE = `npm run bench:portal-links -- --repository <folder> [options]
  --repository <folder>  a git repository, of which the last commit is published, or any other folder
  --docs <folder>        the docs folder in the repository (default: docs; "." is the whole repository)
  --show <n>             examples to print for each kind of problem (default: 5)
  --json <file>          also writes all findings as JSON
  --keep                 continues to serve the portal until the program is ended with Ctrl-C`;

const DEFAULT_EXAMPLES = '5';

/** An error for an invalid command line. Its message contains the fix. */
export class LinkCheckUsageError extends Error {
  override readonly name = 'UsageError';
}

/** Parses the command line. @throws LinkCheckUsageError */
export function readOptions(args: readonly string[]): LinkCheckOptions {
  const { repository, docs, show, keep, json } = parseArguments(args);
  if (repository === undefined) throw new LinkCheckUsageError(`--repository is missing\n${USAGE}`);
  if (!existsSync(repository) || !statSync(repository).isDirectory())
    throw new LinkCheckUsageError(`--repository must be an existing folder (got "${repository}")`);
  if (docs === '' || docs.startsWith('/') || docs.split('/').includes('..'))
    throw new LinkCheckUsageError(`--docs must be a folder in the repository, such as "docs" or "." (got "${docs}")`);
  const isWorkTree = !existsSync(join(repository, 'HEAD'));
  if (isWorkTree && !existsSync(join(repository, docs)))
    throw new LinkCheckUsageError(`--docs must be a folder in ${repository} (got "${docs}")`);
  if (!/^\d{1,6}$/.test(show)) throw new LinkCheckUsageError(`--show must be an integer from 0 (got "${show}")`);
  return {
    repository: resolve(repository),
    docs,
    show: Number(show),
    keep,
    json: json === undefined ? undefined : resolve(json),
  };
}

function parseArguments(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = {
    repository: text,
    docs: { ...text, default: 'docs' },
    show: { ...text, default: DEFAULT_EXAMPLES },
    json: text,
    keep: { type: 'boolean', default: false },
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new LinkCheckUsageError(`${(error as Error).message}\n${USAGE}`, { cause: error });
  }
}
