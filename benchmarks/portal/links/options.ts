import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { exitWithUsageError, readProgramOptions, requireInteger } from '../../../scripts/program-options.ts';

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

const USAGE = `npm run bench:portal-links -- --repository <folder> [options]
  --repository <folder>  a git repository, of which the last commit is published, or any other folder
  --docs <folder>        the docs folder in the repository (default: docs; "." is the whole repository)
  --show <n>             examples to print for each kind of problem (default: 5)
  --json <file>          also writes all findings as JSON
  --keep                 continues to serve the portal until the program is ended with Ctrl-C`;

const TEXT = { type: 'string' } as const;
const OPTIONS = {
  repository: TEXT,
  docs: { ...TEXT, default: 'docs' },
  show: { ...TEXT, default: '5' },
  json: TEXT,
  keep: { type: 'boolean', default: false },
} as const;

/** Reads the command line of this program. Ends the program with exit code 2 and the reason if it is invalid. */
export function readOptions(): LinkCheckOptions {
  const { repository, docs, show, keep, json } = readProgramOptions(OPTIONS, { usage: USAGE }).values;
  if (repository === undefined) exitWithUsageError(`--repository is missing.\n${USAGE}`);
  if (!existsSync(repository) || !statSync(repository).isDirectory())
    exitWithUsageError(`--repository must be an existing folder (got "${repository}").`);
  if (docs === '' || docs.startsWith('/') || docs.split('/').includes('..'))
    exitWithUsageError(`--docs must be a folder in the repository, such as "docs" or "." (got "${docs}").`);
  const isWorkTree = !existsSync(join(repository, 'HEAD'));
  if (isWorkTree && !existsSync(join(repository, docs)))
    exitWithUsageError(`--docs must be a folder in ${repository} (got "${docs}").`);
  return {
    repository: resolve(repository),
    docs,
    show: requireInteger('--show', show, 0),
    keep,
    json: json === undefined ? undefined : resolve(json),
  };
}
