import { resolve } from 'node:path';
import type { RunContext } from '@context-sync/engine/event/event-context';
import type { Settings } from '@context-sync/engine/inputs/action-settings';
import { UserError } from '@context-sync/engine/problem/problem';
import { type CommitDocs, readCommit } from '@context-sync/engine/sync/read-commit';
import type { CommandInput } from '../options/command-definition.ts';
import { createContext, hasUnknownHost } from './create-context.ts';
import { type LocalRepository, openRepository } from './open-repository.ts';
import { openCommit, openWorkingTree, type Snapshot } from './open-snapshot.ts';
import { findMisspelledVariables } from './read-setting.ts';
import { readSources } from './read-sources.ts';

/** The docs that a command reads: a commit or the working tree, with the settings of each source. */
export interface Workspace {
  readonly repository: LocalRepository;
  readonly snapshot: Snapshot;
  readonly context: RunContext;
  readonly branch: string;
  readonly sources: readonly Settings[];
  /** Name of the snapshot for messages, such as `the working tree` or `commit 1a2b3c4`. */
  readonly name: string;
}

/** The items of one source. */
export interface SourceDocs extends CommitDocs {
  readonly settings: Settings;
}

export interface WorkspaceOptions {
  /** Whether the command sends requests. Default: false. */
  readonly needsPlatform?: boolean;
  /** Whether to read the checked-out commit instead of the working tree. Default: false. */
  readonly readsHead?: boolean;
  /** Whether the command prints the sources of items, which a repository without a remote does not have. Default: false. */
  readonly printsSources?: boolean;
}

/**
 * Opens the docs that the options of a command select, runs `work` and removes temporary files.
 * @throws UserError
 */
export async function withWorkspace<T>(
  input: CommandInput,
  work: (workspace: Workspace) => Promise<T>,
  options: WorkspaceOptions = {},
): Promise<T> {
  const workspace = await openWorkspace(input, options);
  try {
    return await work(workspace);
  } finally {
    await workspace.snapshot.remove();
  }
}

/** Opens the docs. The calling function must remove the snapshot. */
export async function openWorkspace(
  input: CommandInput,
  { needsPlatform = false, readsHead = false, printsSources = false }: WorkspaceOptions = {},
): Promise<Workspace> {
  const { terminal, env } = input;
  for (const warning of findMisspelledVariables(env)) terminal.log(`Warning: ${warning}`);
  const repository = await openRepository(resolve(input.folder, input.getValue('repository') ?? '.'));
  const revision = readRevision(input) ?? (readsHead ? 'HEAD' : undefined);
  const snapshot = revision === undefined ? await openWorkingTree(repository) : await openCommit(repository, revision);
  try {
    const context = await createContext(repository, env, snapshot.commit);
    const defaultProject = context.repo
      .toLowerCase()
      .replaceAll(/[^a-z0-9-]+/g, '-')
      .replaceAll(/^-+|-+$/g, '');
    const sources = await readSources(input, snapshot.git, {
      needsPlatform,
      ...(needsPlatform ? {} : { defaultProject: defaultProject || 'docs' }),
    });
    const branch = sources[0]?.branch ?? context.defaultBranch ?? 'main';
    if (printsSources && hasUnknownHost(context) && sources.some(({ siteUrl }) => siteUrl === undefined)) {
      terminal.log(
        `Note: the repository has no remote "origin" on a host, so the URLs of its files begin with ${context.serverUrl}. Set site-url in the configuration file, or add the remote.`,
      );
    }
    return { repository, snapshot, context, branch, sources, name: nameSnapshot(snapshot, revision) };
  } catch (error) {
    await snapshot.remove();
    throw error;
  }
}

/** Reads the items of every source. */
export function readSourceDocs({ sources, snapshot, context, branch }: Workspace): Promise<SourceDocs[]> {
  return Promise.all(
    sources.map(async (settings) => ({ settings, ...(await readCommit(snapshot.git, settings, context, branch)) })),
  );
}

function readRevision(input: CommandInput): string | undefined {
  const [commit, ref] = [input.getValue('commit'), input.getValue('ref')];
  if (commit !== undefined && ref !== undefined && commit !== ref) {
    throw new UserError([
      { subject: '--ref', problem: `differs from --commit ("${ref}" and "${commit}")`, fix: 'set only one of the two' },
    ]);
  }
  return commit ?? ref;
}

function nameSnapshot({ commit, isDirty }: Snapshot, revision: string | undefined): string {
  if (isDirty) return 'the working tree with uncommitted changes';
  const shortCommit = commit.slice(0, 7);
  return revision === undefined || commit.startsWith(revision) || revision === 'HEAD'
    ? `commit ${shortCommit}`
    : `${revision} (${shortCommit})`;
}
