import { setTimeout } from 'node:timers/promises';
import { backoffMs, NO_CAPABILITIES } from '@context-sync/core';
import {
  adopt,
  apply,
  type Correction,
  countsOf,
  type EarlierRounds,
  mergeAfterWait,
  newState,
  type Plan,
  PlanOutdatedError,
  plan as planChanges,
  planHash,
  recordCommitOnly,
  repositoryToRecord,
  type State,
  StateConflictError,
  type StateStore,
  SYSTEM_CLOCK,
  type Writer,
  withCorrections,
} from '@context-sync/sync';
import { findDocs, noDocumentsProblem } from '../docs/documents.ts';
import { type ReadDocs, type ReadOptions, readDocs } from '../docs/read-docs.ts';
import type { RunContext } from '../event/context.ts';
import type { Git } from '../git/git.ts';
import { decisionOn } from '../inputs/in-doubt.ts';
import type { Settings } from '../inputs/settings.ts';
import { describeProblem, type Problem, UserError } from '../problem/problem.ts';
import { leftoversOf, matchesForgetLine, unmatchedForgetLines } from '../report/leftovers.ts';
import type { Report, Verified } from '../report/model.ts';
import { addressOf, hashChunkConfig, hashSyncConfig } from './chunk-config-hash.ts';
import { commitOrder, type History, logCommitOrder, nextRemovedCommits } from './commit-order.ts';
import { connectChange, connectProblems } from './data-source.ts';
import { type KnownItems, readKnownItems } from './known-items.ts';
import { listDocuments } from './list-docs.ts';
import { openService } from './open-service.ts';
import { assertListable, readState } from './read-state.ts';
import { reportWithoutChanges } from './report-without-changes.ts';
import { checkExposedCredentials, checkMassChange, ownSecretProblems } from './safety-checks.ts';
import { skippedCountOf } from './skipped-count.ts';

export interface SyncInput {
  readonly settings: Settings;
  readonly context: RunContext;
  readonly branch: string;
  /** Whether to write; a plan needs no key. */
  readonly applying: boolean;
  readonly git: Git;
  readonly store: StateStore;
  readonly history: History;
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
const MAX_ROUNDS = 20;
const ROUND_BACKOFF = { firstMs: 1_000, maxMs: 10_000 };
/** How long to wait for another run's requests before looking again, in milliseconds. */
const LOOK_AGAIN = 3_000;

/** What a round hands to the next. */
interface Memory {
  readonly deadline: number;
  earlier?: EarlierRounds;
  /** What the first round has planned, and what has become of what it had to wait for: all that the run is about. */
  plan?: Plan;
  /** What the service's list has shown, in this round and earlier ones, each once. */
  readonly corrections: Map<string, Correction>;
}

/**
 * The way of a push: docs and state are compared, and what differs is sent.
 * @throws UserError, ApiError, StateError
 */
export async function syncDocs(input: SyncInput): Promise<Report> {
  const deadline = SYSTEM_CLOCK.now() + input.settings.maxMinutes * 60_000;
  const memory: Memory = { deadline, corrections: new Map() };
  for (let round = 1; ; ) {
    try {
      return await syncOnce(input, memory);
    } catch (error) {
      const waiting = error instanceof PlanOutdatedError && error.isWaiting;
      const outdated = error instanceof PlanOutdatedError || error instanceof StateConflictError;
      if (!outdated || input.signal.aborted || round === MAX_ROUNDS || SYSTEM_CLOCK.now() > deadline) throw error;
      if (error instanceof PlanOutdatedError) memory.earlier = error.earlier;
      input.log.info(
        waiting
          ? `Waiting for another run: ${error.message}`
          : `Another run was faster (${error.message}); planning again`,
      );
      if (!waiting) round += 1;
      await setTimeout(waiting ? LOOK_AGAIN : backoffMs(round, ROUND_BACKOFF));
    }
  }
}

async function syncOnce(input: SyncInput, memory: Memory): Promise<Report> {
  const { settings, context, branch, applying, git, store, log } = input;
  const address = addressOf(settings, context, branch);
  const chunkConfigHash = hashChunkConfig(settings, address);
  const settingsHash = hashSyncConfig(settings, chunkConfigHash, branch);
  const verify = wantsVerify(input);

  const base = await readState(input);
  const meta = base?.meta;
  const repository = repositoryToRecord(meta?.repository, context.repository);
  const found = await findDocs(git, settings);
  const missing = applying ? connectProblems(settings, meta) : [];
  if ('problem' in found) throw new UserError([found, ...missing]);
  const docs = found;
  const isSynced = meta?.synced?.settings === settingsHash && meta.synced.tree === docs.tree;
  const asked = memory.earlier !== undefined || verify || settings.forget.length > 0;
  const order = applying && meta ? await commitOrder(input.history, docs.commit, meta, isSynced) : 'current';
  if (meta) logCommitOrder(order, { log, branch, forced: context.forced, commit: docs.commit, last: meta.commit });
  if (order === 'outdated' || order === 'unclear' || order === 'off-branch') {
    const outcome = order === 'off-branch' ? order : 'outdated';
    return reportWithoutChanges(outcome, settings, docs.commit, base, memory.earlier);
  }
  const removedCommits = meta && order === 'set-back' ? nextRemovedCommits(meta) : undefined;
  if (base && isSynced && !asked) {
    if (applying) await recordCommitOnly(store, base, { commit: docs.commit, repository, removedCommits });
    const report = reportWithoutChanges('unchanged', settings, docs.commit, base);
    return { ...report, skippedCount: await skippedCountOf(docs, base) };
  }

  const { documents: listed, skipped } = await listDocuments(docs, base, chunkConfigHash);
  const problems: Problem[] = listed.length === 0 ? [noDocumentsProblem(settings, skipped)] : [];
  problems.push(...missing);
  if (problems.length > 0) throw new UserError(problems);

  const useService = applying || (verify && settings.apiKey !== '');
  const warn = (text: string) => log.warn(text);
  const service = useService ? await openService(settings, meta?.capabilities, warn, input.signal) : undefined;
  assertListable(input, base, service);
  const capabilities = service?.capabilities ?? meta?.capabilities ?? NO_CAPABILITIES;
  const me: Writer = { run: context.run, at: SYSTEM_CLOCK.date() };
  const { project } = settings;
  const items = await readKnownItems({
    base,
    listed,
    chunkConfigHash,
    project,
    service,
    verify,
    withLeftovers: capabilities.delete || settings.forget.length > 0,
    me,
    signal: input.signal,
  });
  const options: ReadOptions = {
    targetSize: settings.targetSize,
    address,
    public: settings.public,
    drafts: settings.includeKinds.has('drafts'),
    titlePrefix: settings.titlePrefix,
    chunkConfigHash,
    secrets: { 'api-key': settings.apiKey, 'github-token': settings.githubToken },
  };
  const read = await readDocs(git, listed, items, options);
  const secretProblems = ownSecretProblems(read);
  if (secretProblems.length > 0) throw new UserError(secretProblems);
  const known = items.held && !base ? adopted(items, read) : items;
  const plan = planChanges(
    {
      documents: known.documents,
      unread: known.unread,
      unreadLeftovers: known.unreadLeftovers,
      capabilities,
      decisionOn: (inDoubt) => decisionOn(settings.onInDoubt, inDoubt),
      me,
      isForgotten: (leftover) => matchesForgetLine(settings.forget, leftover),
    },
    read.wanted,
    connectChange(settings, context, branch, meta, capabilities, me),
  );
  const all: ReadDocs = { ...read, skipped: [...skipped, ...read.skipped] };
  const skippedCount = all.skipped.length + items.unreadSkipped;
  log.planned(plan, all);
  // What an earlier round has forgotten is gone by now.
  const unmatched = memory.plan ? [] : unmatchedForgetLines(settings.forget, known.documents);
  for (const line of unmatched) {
    log.warn(
      `forget: "${line}" is not the key, id or document path of a superseded or orphaned item. Check the summary.`,
    );
  }
  const objections = [checkMassChange(plan, known.live, settings), checkExposedCredentials(read, settings)].filter(
    (each) => each !== undefined,
  );
  if (objections.length > 0 && applying) throw new UserError(objections);
  for (const objection of objections) log.warn(describeProblem(objection));

  for (const correction of known.corrections) {
    memory.corrections.set(JSON.stringify([correction.path, correction.record.key, correction.finding]), correction);
  }
  const verified: Verified | undefined = known.held
    ? { complete: verify, corrections: [...memory.corrections.values()], unknown: known.unknown }
    : undefined;
  memory.plan = memory.plan ? mergeAfterWait(memory.plan, plan) : plan;
  const shared = {
    project,
    docs: settings.docs,
    commit: docs.commit,
    plan: memory.plan,
    planHash: planHash(memory.plan),
    skipped: all.skipped,
    skippedCount,
    warnings: read.warnings,
    verified,
  };
  if (!service || !applying) {
    return {
      ...shared,
      outcome: 'planned',
      counts: countsOf(plan),
      result: undefined,
      leftovers: leftoversOf(meta ?? { shards: {} }, known.shards, known.documents),
      dataSourceId: meta?.dataSource?.id,
    };
  }

  const state: State = meta
    ? { meta, documents: known.recorded }
    : newState(settings.baseUrl.href, project, capabilities);
  const result = await apply(
    {
      plan,
      run: context.run,
      base,
      state,
      shards: known.shards,
      corrections: known.corrections,
      capabilities,
      documents: read.wanted.documents,
      chunkConfigHash,
      target: { settings: settingsHash, tree: docs.tree, commit: docs.commit, skipped: skippedCount },
      repository,
      ...(removedCommits ? { removedCommits } : {}),
      concurrency: settings.concurrency,
      signal: input.signal,
      deadline: memory.deadline,
      ...(memory.earlier ? { earlier: memory.earlier } : {}),
    },
    {
      client: service.client,
      extensions: service.extensions,
      limiter: service.limiter,
      store,
      progress: (done, total) => log.progress(done, total),
    },
  );
  return {
    ...shared,
    outcome: 'applied',
    counts: result.counts,
    result,
    leftovers: leftoversOf(result.state.meta, known.shards, result.state.documents),
    dataSourceId: result.state.meta.dataSource?.id,
  };
}

/** Scheduled and manual runs are there to heal. */
function wantsVerify({ settings, context }: SyncInput): boolean {
  if (settings.verify !== 'auto') return settings.verify === 'true';
  return context.eventName === 'schedule' || context.eventName === 'workflow_dispatch';
}

/** There is no state, and the service has told what it holds. */
function adopted(items: KnownItems, { wanted }: ReadDocs): KnownItems {
  const { corrections, unknown } = adopt(wanted.documents, items.held ?? []);
  const documents = withCorrections(items.documents, corrections);
  return { ...items, documents, live: corrections.length, corrections, unknown };
}
