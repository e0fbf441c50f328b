import { setTimeout } from 'node:timers/promises';
import {
  type Capabilities,
  type Client,
  type ContextItemExtensions,
  createClient,
  createContextItemExtensions,
  createTransport,
  fetchCapabilities,
  NO_CAPABILITIES,
  ServerError,
  type Transport,
} from '@context-sync/core';
import {
  apply,
  assertOwn,
  type ConnectChange,
  countsOf,
  type DocumentRecord,
  type Earlier,
  InstallationIdMissing,
  type Leftover,
  massChange,
  newState,
  type Plan,
  PlanOutdatedError,
  plan as planChanges,
  planConnect,
  type State,
  StateConflictError,
  type StateMeta,
  type StateSnapshot,
  type StateStore,
} from '@context-sync/sync';
import { type DocsTree, findDocs, noDocuments } from '../docs/documents.ts';
import type { Git } from '../docs/git.ts';
import { type CutOptions, type ReadDocs, readWanted } from '../docs/wanted.ts';
import type { RunContext } from '../event/context.ts';
import type { Settings } from '../inputs/settings.ts';
import { describeFault, type Fault, UserError } from '../user-error.ts';
import { addressOf, recipeOf, settingsHashOf } from './recipe.ts';
import type { Report } from './report.ts';

export interface SyncInput {
  readonly settings: Settings;
  readonly context: RunContext;
  readonly branch: string;
  /** Whether to write; a plan needs no key and asks the service nothing. */
  readonly applying: boolean;
  readonly git: Git;
  readonly store: StateStore;
  /** Whether a commit comes before another in history; undefined where nobody can tell. */
  isAncestor(commit: string, other: string): Promise<boolean | undefined>;
  readonly signal: AbortSignal;
  readonly log: Log;
}

/** Where progress is told. Texts may hold anything. */
export interface Log {
  info(text: string): void;
  warn(text: string): void;
  progress(done: number, total: number): void;
  /** Shown once the plan stands, before anything is sent. */
  planned(plan: Plan, docs: ReadDocs): void;
}

/** How often a plan is made anew because another run was faster, and the longest wait before it, in milliseconds. */
const ROUNDS = 20;
const WAIT_LIMIT = 10_000;

/**
 * The way of a push: docs and state are compared, and what differs is sent.
 * @throws UserError, ApiError, StateError
 */
export async function syncDocs(input: SyncInput): Promise<Report> {
  let earlier: Earlier | undefined;
  for (let round = 1; ; round += 1) {
    try {
      return await syncOnce(input, earlier);
    } catch (error) {
      const outdated = error instanceof PlanOutdatedError || error instanceof StateConflictError;
      if (!outdated || round === ROUNDS) throw error;
      if (error instanceof PlanOutdatedError) earlier = error.earlier;
      input.log.info(`Another run was faster (${error.message}); planning again`);
      await setTimeout(Math.random() * Math.min(500 * 2 ** round, WAIT_LIMIT));
    }
  }
}

async function syncOnce(input: SyncInput, earlier: Earlier | undefined): Promise<Report> {
  const { settings, context, branch, applying, git, store, log } = input;
  const address = addressOf(settings, context, branch);
  const recipe = recipeOf(settings, address);
  const settingsHash = settingsHashOf(settings, recipe, branch);

  const base = await store.read();
  if (base) assertOwn(base.meta, settings.baseUrl.href, settings.project, store.place);
  const found = await findDocs(git, settings);
  if ('problem' in found) throw new UserError([found, ...connectFaults(input, base?.meta)]);
  const docs = found;
  const meta = base?.meta;
  if (!earlier && meta?.synced && meta.synced.settings === settingsHash && meta.synced.tree === docs.tree) {
    return nothingDone('unchanged', settings, docs, meta, base);
  }

  if (applying && (await isOutdated(input, docs, meta))) return nothingDone('outdated', settings, docs, meta, base);

  const { documents: listed, skipped } = await docs.list();
  const faults: Fault[] = listed.length === 0 ? [noDocuments(settings, skipped)] : [];
  faults.push(...connectFaults(input, meta));
  if (faults.length > 0) throw new UserError(faults);

  const service = applying ? await openService(input, meta?.capabilities) : undefined;
  const capabilities = service?.capabilities ?? meta?.capabilities ?? NO_CAPABILITIES;
  const known = (await base?.documents()) ?? new Map<string, DocumentRecord>();
  const options: CutOptions = {
    targetSize: settings.targetSize,
    address,
    public: settings.public,
    drafts: settings.keep.has('drafts'),
    recipe,
  };
  const read = await readWanted(git, listed, known, options);
  const { onInDoubt } = settings;
  const connect = connectChange(input, meta, capabilities);
  const plan = planChanges({ documents: known, capabilities, onInDoubt }, read.wanted, connect);
  const all: ReadDocs = { ...read, skipped: [...skipped, ...read.skipped] };
  log.planned(plan, all);
  const guarded = guard(plan, known, settings);
  if (guarded && applying) throw new UserError([guarded]);
  if (guarded) log.warn(describeFault(guarded));
  const shared = { project: settings.project, commit: docs.commit, plan, skipped: all.skipped, remarks: read.remarks };
  if (!service) {
    return {
      ...shared,
      outcome: 'planned',
      counts: countsOf(plan),
      result: undefined,
      leftovers: leftoversOf(known),
      dataSourceId: meta?.dataSource?.id,
    };
  }

  const state: State = meta
    ? { meta, documents: known }
    : newState(settings.baseUrl.href, settings.project, capabilities);
  const result = await apply(
    {
      plan,
      base,
      state,
      capabilities,
      documents: read.wanted.documents,
      recipe,
      target: { settings: settingsHash, tree: docs.tree, commit: docs.commit },
      concurrency: settings.concurrency,
      signal: input.signal,
      ...(earlier ? { earlier } : {}),
    },
    { client: service.client, extensions: service.extensions, store, progress: log.progress },
  );
  return {
    ...shared,
    outcome: 'applied',
    counts: result.counts,
    result,
    leftovers: leftoversOf(result.state.documents),
    dataSourceId: result.state.meta.dataSource?.id,
  };
}

/** Whether a newer commit was synced already, so that this run would take the docs back. Runs can end in another order than they began. */
async function isOutdated(input: SyncInput, { commit }: DocsTree, meta: StateMeta | undefined): Promise<boolean> {
  if (!meta?.commit || meta.commit === commit) return false;
  return (await input.isAncestor(commit, meta.commit)) === true;
}

/** A plan that takes away most of what is known needs somebody's word. */
function guard(
  plan: Plan,
  known: ReadonlyMap<string, DocumentRecord>,
  { allowMassChange }: Settings,
): Fault | undefined {
  const change = massChange(plan, known);
  if (!change || allowMassChange) return undefined;
  return {
    subject: 'allow-mass-change',
    problem: `this would take away ${change.losing} of ${change.of} items, more than half of all, and is not done unasked`,
    fix: 'check docs, include, exclude and site-url; if it is what you want, set allow-mass-change: true for one run',
  };
}

/** Nothing to do: told from the state's meta alone, unless there is something that a person should be reminded of. */
async function nothingDone(
  outcome: 'unchanged' | 'outdated',
  { project }: Settings,
  { commit }: DocsTree,
  meta: StateMeta | undefined,
  base: StateSnapshot | undefined,
): Promise<Report> {
  const { items = 0, superseded = 0, stale = 0 } = meta?.synced ?? {};
  const reminders = superseded + stale > 0 ? await base?.documents() : undefined;
  return {
    outcome,
    project,
    commit,
    counts: { created: 0, replaced: 0, removed: 0, kept: items, superseded, stale, inDoubt: 0 },
    plan: undefined,
    result: undefined,
    leftovers: reminders ? leftoversOf(reminders) : [],
    skipped: [],
    remarks: [],
    dataSourceId: meta?.dataSource?.id,
  };
}

function wantedSource({ settings, context, branch }: SyncInput) {
  const { installationId, category, provider, siteUrl } = settings;
  const { owner, repo } = context;
  return { installationId, owner, repo, branch, category, provider, ...(siteUrl === undefined ? {} : { siteUrl }) };
}

const NEVER_CONNECTED = { dataSource: null, formerDataSources: [] };

function connectChange(input: SyncInput, meta: StateMeta | undefined, can: Capabilities): ConnectChange | undefined {
  if (!input.settings.connect) return undefined;
  try {
    return planConnect(meta ?? NEVER_CONNECTED, wantedSource(input), can, input.settings.onInDoubt);
  } catch (error) {
    // A plan may be made before anybody has connected anything; `connectFaults` has reported it where it matters.
    if (error instanceof InstallationIdMissing) return undefined;
    throw error;
  }
}

/** The installation id is needed once, to connect; until then a sync without it would leave its first half undone. */
function connectFaults(input: SyncInput, meta: StateMeta | undefined): Fault[] {
  const { connect, installationId } = input.settings;
  if (!input.applying || !connect || installationId !== undefined || meta?.dataSource) return [];
  return [INSTALLATION_ID_MISSING];
}

export const INSTALLATION_ID_MISSING: Fault = {
  subject: 'installation-id',
  problem: 'is empty, and connecting this repository for the first time needs it',
  fix: "give the number at the end of the address of the installation's settings page (Settings › Applications › Configure), or set connect: false to sync without a data source",
};

interface Service {
  readonly client: Client;
  readonly extensions: ContextItemExtensions;
  readonly capabilities: Capabilities;
}

/** Makes sure that the key and the project are good before anything is written anywhere. @throws ApiError, UserError */
async function openService(
  { settings, signal, log }: SyncInput,
  lastKnown: Capabilities | undefined,
): Promise<Service> {
  const { baseUrl, apiKey, project } = settings;
  const send: Transport = createTransport({ baseUrl, apiKey, userAgent: 'context-sync' });
  const client = createClient(send);
  const answer = await client.getProject(project, { signal });
  if (/^text\/html\b/i.test(answer.headers.get('content-type') ?? '')) {
    throw new UserError([
      {
        subject: 'base-url',
        problem: `${baseUrl.origin} answers with a web page, so it is a site and not the API`,
        fix: 'give the address of the API, for example https://api.example.com',
      },
    ]);
  }
  return { client, extensions: createContextItemExtensions(send), capabilities: await capabilitiesOf() };

  /** What the service declares; where its description cannot be had just now, what it declared at the last sync. */
  async function capabilitiesOf(): Promise<Capabilities> {
    try {
      return await fetchCapabilities(send, signal);
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      log.warn(
        `${error.message}: going on with ${lastKnown ? 'what the service could do at the last sync' : 'the five known operations'}`,
      );
      return lastKnown ?? NO_CAPABILITIES;
    }
  }
}

function leftoversOf(documents: ReadonlyMap<string, DocumentRecord>): Leftover[] {
  return [...documents.values()].flatMap(({ path, items }) =>
    items
      .filter(({ status }) => status === 'superseded' || status === 'stale' || status === 'creating')
      .map((record) => ({ path, record })),
  );
}
