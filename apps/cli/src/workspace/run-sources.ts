import type { RunContext } from '@context-sync/engine/event/event-context';
import type { Settings } from '@context-sync/engine/inputs/action-settings';
import type { Report } from '@context-sync/engine/report/report-model';
import { openStore } from '@context-sync/engine/state/open-store';
import { readBranchHead } from '@context-sync/engine/state/read-branch-head';
import { syncDocs } from '@context-sync/engine/sync/sync-docs';
import type { StateSnapshot, StateStore } from '@context-sync/sync';
import type { CommandInput } from '../options/command-definition.ts';
import type { Workspace } from './open-workspace.ts';
import { readSetting } from './read-setting.ts';

/** A store without a state, with which every item is new. */
const EMPTY_STORE: StateStore = {
  place: 'no state',
  read: () => Promise.resolve(undefined),
  write: () => Promise.reject(new Error('a plan writes no state')),
};

/** Returns whether a plan is compared with a state. */
export function hasState(input: CommandInput): boolean {
  const text = readSetting(input, 'state');
  return text !== '' && text !== 'none';
}

/** Plans one source. Nothing is sent or written. */
export async function planSource(
  input: CommandInput,
  workspace: Workspace,
  settings: Settings,
  target?: string,
): Promise<Report> {
  const { context, snapshot } = workspace;
  const sourceContext: RunContext =
    target === undefined
      ? context
      : { ...context, pullRequest: { number: context.pullRequest?.number ?? 0, head: snapshot.commit, target } };
  if (!hasState(input)) return runSource(input, { ...workspace, context: sourceContext }, settings, EMPTY_STORE, false);
  const store = createReadOnlyStore(openStore(settings, context));
  const state = await store.read();
  // The state contains the URL of the platform, so a plan does not require the input.
  const isPlatformSet = readSetting(input, 'base-url') !== '';
  const known = isPlatformSet || !state ? settings : { ...settings, baseUrl: new URL(state.meta.service) };
  return runSource(input, { ...workspace, context: sourceContext }, known, store, false);
}

/** Syncs or plans one source. */
export async function runSource(
  { terminal }: CommandInput,
  { snapshot, context, branch, sources }: Workspace,
  settings: Settings,
  store: StateStore,
  applying: boolean,
): Promise<Report> {
  const { git } = snapshot;
  const signal = applying ? abortOnSignal(() => terminal.log('Canceled; recording what was sent')) : undefined;
  const report = await syncDocs({
    settings,
    context,
    branch,
    applying,
    previews: false,
    docsFolders: sources.map(({ docs }) => docs),
    git,
    store,
    history: {
      isAncestor: (commit, other) => git.isAncestor(commit, other),
      head: () =>
        readBranchHead({ ...context, branch, stateRemote: settings.stateRemote, token: settings.githubToken }),
    },
    signal: signal ?? new AbortController().signal,
    log: {
      info: (text) => terminal.log(text),
      warn: (text) => terminal.log(`${terminal.messageStyle.yellow('Warning:')} ${text}`),
      progress: (done, total) => terminal.progress(`Sent ${done} of ${total}`),
      planned: () => undefined,
    },
  });
  return {
    ...report,
    repositoryUrl: `${context.serverUrl}/${context.owner}/${context.repo}`,
    run: { url: context.runUrl, time: new Date() },
  };
}

/** Returns a store that reads the state once. */
function createReadOnlyStore(store: StateStore): StateStore {
  let state: Promise<StateSnapshot | undefined> | undefined;
  return {
    place: store.place,
    read: () => {
      state ??= store.read();
      return state;
    },
    write: EMPTY_STORE.write,
  };
}

function abortOnSignal(onSignal: () => void): AbortSignal {
  const cancel = new AbortController();
  const abort = () => {
    onSignal();
    cancel.abort();
  };
  process.once('SIGINT', abort).once('SIGTERM', abort);
  return cancel.signal;
}
