import { type Capabilities, NO_CAPABILITIES } from '@context-sync/core';
import {
  adopt,
  applyCorrections,
  findMassChange,
  type MassChange,
  mergeAfterWait,
  type Plan,
  type PortalLoss,
  createPlan as planChanges,
  SYSTEM_CLOCK,
  type Writer,
} from '@context-sync/sync';
import type { ReadOptions } from '../docs/chunk-document.ts';
import { createNoDocumentsProblem, type DocsListing, type ListedDocument } from '../docs/find-docs.ts';
import { findChangedOutside, type OutsideFiles, updateOutsideFiles } from '../docs/outside-files.ts';
import { type ReadDocs, readDocs } from '../docs/read-docs.ts';
import { getDecision } from '../inputs/in-doubt.ts';
import { describeProblem, UserError } from '../problem/problem.ts';
import type { QuestionsReport } from '../questions/answers-model.ts';
import { findUnmatchedForgetLines, matchesForgetLine } from '../report/leftovers.ts';
import type { DriftCheckResult } from '../report/report-model.ts';
import { createReview } from '../review/create-review.ts';
import type { Review } from '../review/review-model.ts';
import { getRepositoryUrl } from './chunk-config-hash.ts';
import { connectChange } from './data-source.ts';
import { findProblemsToApply, type WorkContext } from './find-work.ts';
import { type KnownItems, readKnownItems } from './known-items.ts';
import { listDocuments } from './list-docs.ts';
import { openService, type Service } from './open-service.ts';
import { type PlannedPortal, planPortal } from './plan-portal.ts';
import { planQuestions } from './plan-questions.ts';
import { createReadOptions } from './read-options.ts';
import { assertListable } from './read-state.ts';
import { checkExposedCredentials, checkMassChange, checkPortalLoss, findOwnSecretProblems } from './safety-checks.ts';
import { CachedRecords } from './state-records.ts';
import type { SyncInput } from './sync-input.ts';
import { addCorrections, type SyncRounds } from './sync-rounds.ts';

/** A plan with the data for applying and reporting it. */
export interface PlannedSync {
  /** The plan of this round. `rounds.plan` is the plan of the whole run. */
  readonly plan: Plan;
  readonly rounds: SyncRounds & { readonly plan: Plan };
  readonly known: KnownItems;
  readonly docs: ReadDocs;
  /** The files and folders to record for the paths outside of the documents on which documents depend. */
  readonly outside: OutsideFiles;
  /** The plan of the docs portal; undefined if this repository publishes none. */
  readonly portal: PlannedPortal | undefined;
  readonly skippedCount: number;
  readonly verified: DriftCheckResult | undefined;
  /** The losses of the plan if it removes most of the items. */
  readonly massChange: MassChange | undefined;
  /** The facts for the review of the plan; undefined if the plan is applied. */
  readonly review: Review | undefined;
  /** The results of the golden questions; undefined if there are none, or if the plan is applied. */
  readonly questions: QuestionsReport | undefined;
  readonly capabilities: Capabilities;
  /** The connection to the platform; undefined if the run does not need a connection or has no API key. */
  readonly service: Service | undefined;
}

/**
 * Compares the docs with the state and logs the plan.
 * @throws UserError, ApiError, StateError
 */
export async function planSync(input: SyncInput, work: WorkContext, rounds: SyncRounds): Promise<PlannedSync> {
  const { settings, log, context, branch } = input;
  const meta = work.base?.meta;
  const documentsToSync = await listWantedDocuments(input, work);
  const service = await openServiceIfNeeded(input, work);
  const capabilities = service?.capabilities ?? meta?.capabilities ?? NO_CAPABILITIES;
  const me: Writer = { run: context.run, at: SYSTEM_CLOCK.date() };
  const { read, known, outside, records, options } = await readItems(input, work, {
    listing: documentsToSync,
    service,
    capabilities,
    me,
  });

  const portal = await planPortal({
    settings,
    git: input.git,
    commit: work.docs.commit,
    tree: work.repositorySite.tree,
    documents: documentsToSync.documents,
    address: work.address,
    repositoryUrl: getRepositoryUrl(context, branch),
    base: work.base,
    service,
    verify: work.verify,
    me,
    signal: input.signal,
    // A later round has the same platform.
    warn: (text) => (rounds.plan ? undefined : log.warn(text)),
    info: (text) => (rounds.plan ? undefined : log.info(text)),
  });
  const itemPlan = planChanges(
    {
      documents: known.documents,
      unread: known.unread,
      unreadLeftovers: known.unreadLeftovers,
      capabilities,
      getDecision: (inDoubt) => getDecision(settings.onInDoubt, inDoubt),
      me,
      isForgotten: (leftover) => matchesForgetLine(settings.forget, leftover),
    },
    read.wanted,
    connectChange(settings, context, branch, meta, capabilities, me),
  );
  const plan: Plan = portal ? { ...itemPlan, portal: portal.plan } : itemPlan;
  const docs: ReadDocs = {
    ...read,
    skipped: [...documentsToSync.skipped, ...read.skipped],
    warnings: [...read.warnings, ...(portal?.warnings ?? [])],
  };
  log.planned(plan, docs);
  // The warning is logged only in the first round, because later rounds no longer find items that were removed from the state.
  if (!rounds.plan) warnOfUnmatchedLines(input, known);
  const massChange = findMassChange(plan, known.live);
  checkSafety(input, { massChange, portalLoss: portal?.loss }, read);

  const commits = { head: work.docs.commit, target: context.pullRequest?.target, branch };
  const review = input.applying
    ? undefined
    : await createReview({ git: input.git, commits, plan, docs, options, records });
  const questions = input.applying
    ? undefined
    : await planQuestions(input, { commit: commits.head, base: review?.base, listing: documentsToSync, docs, options });
  const corrections = addCorrections(rounds.corrections, known.corrections);
  return {
    plan,
    rounds: { ...rounds, corrections, plan: rounds.plan ? mergeAfterWait(rounds.plan, plan) : plan },
    known,
    docs,
    outside: { ...outside, ...portal?.outside },
    portal,
    skippedCount: docs.skipped.length + known.unreadSkipped,
    verified: known.held && { complete: work.verify, corrections: [...corrections.values()], unknown: known.unknown },
    massChange,
    review,
    questions,
    capabilities,
    service,
  };
}

type DocumentsToSync = Pick<DocsListing, 'documents' | 'skipped'>;

async function listWantedDocuments(
  input: SyncInput,
  { docs, base, chunkConfigHash }: WorkContext,
): Promise<DocumentsToSync> {
  const docsListing = await listDocuments(docs, base, chunkConfigHash);
  const { documents, skipped } = docsListing;
  const noDocumentsProblems = documents.length === 0 ? [createNoDocumentsProblem(input.settings, skipped)] : [];
  const problems = [...noDocumentsProblems, ...findProblemsToApply(input, base?.meta)];
  if (problems.length > 0) throw new UserError(problems);
  return docsListing;
}

async function openServiceIfNeeded(input: SyncInput, { base, verify }: WorkContext): Promise<Service | undefined> {
  const { settings, applying, log, signal } = input;
  const isNeeded = applying || (verify && settings.apiKey !== '');
  if (!isNeeded) return undefined;
  const warn = (text: string) => log.warn(text);
  const service = await openService(settings, base?.meta.capabilities, warn, signal);
  assertListable(input, base, service);
  return service;
}

interface KnownInput {
  readonly listing: DocumentsToSync;
  readonly service: Service | undefined;
  readonly capabilities: Capabilities;
  readonly me: Writer;
}

interface ItemsRead {
  readonly read: ReadDocs;
  readonly known: KnownItems;
  readonly outside: OutsideFiles;
  readonly records: CachedRecords;
  readonly options: ReadOptions;
}

/** Reads the items of unchanged documents from the state, and chunks the other documents. */
async function readItems(
  { settings, git, signal }: SyncInput,
  { base, address, chunkConfigHash, verify, repositorySite }: WorkContext,
  { listing, service, capabilities, me }: KnownInput,
): Promise<ItemsRead> {
  const { docs, project } = settings;
  const listedDocuments = listing.documents;
  const withLeftovers = capabilities.delete || settings.forget.length > 0;
  const items = await readKnownItems({
    base,
    listed: listedDocuments,
    chunkConfigHash,
    project,
    service,
    verify,
    withLeftovers,
    me,
    signal,
  });
  const options = createReadOptions(settings, address, chunkConfigHash);
  const records = new CachedRecords(items, base);
  const { tree, site, config } = repositorySite;
  const outsideBlobs = base?.meta.outside ?? {};
  const docsRead = await readDocs({
    git,
    listed: listedDocuments,
    records,
    options,
    site,
    outside: findChangedOutside(outsideBlobs, tree),
  });
  const isDocument = getDocuments(listedDocuments);
  const outsidePaths = updateOutsideFiles(outsideBlobs, docsRead.references, config, { tree, docs, isDocument });
  const problems = findOwnSecretProblems(docsRead);
  if (problems.length > 0) throw new UserError(problems);
  const { known } = records;
  return {
    records,
    options,
    read: docsRead,
    outside: outsidePaths,
    known: known.held && !base ? adoptItems(known, known.held, docsRead) : known,
  };
}

function getDocuments(listed: readonly ListedDocument[]): (path: string) => boolean {
  const paths = new Set(listed.map(({ path }) => path));
  return (path) => paths.has(path);
}

/** Adds the items in the platform's list to the known items if there is no state. */
function adoptItems(items: KnownItems, remoteItems: NonNullable<KnownItems['held']>, { wanted }: ReadDocs): KnownItems {
  const { corrections, unknown } = adopt(wanted.documents, remoteItems);
  const documents = applyCorrections(items.documents, corrections);
  return { ...items, documents, live: corrections.length, corrections, unknown };
}

function warnOfUnmatchedLines({ settings, log }: SyncInput, knownItems: KnownItems): void {
  for (const line of findUnmatchedForgetLines(settings.forget, knownItems.documents)) {
    log.warn(
      `forget: "${line}" is not the key, id or document path of a superseded or orphaned item. Check the summary.`,
    );
  }
}

/**
 * Checks whether the plan is safe to apply. If the run only plans, logs a warning instead of throwing an error.
 * @throws UserError if the run would apply an unsafe plan
 */
function checkSafety(
  { settings, applying, log }: SyncInput,
  { massChange, portalLoss }: { massChange: MassChange | undefined; portalLoss: PortalLoss | undefined },
  read: ReadDocs,
): void {
  const checks = [
    checkMassChange(massChange, settings),
    checkPortalLoss(portalLoss, settings),
    checkExposedCredentials(read, settings),
  ];
  const problems = checks.filter((each) => each !== undefined);
  if (problems.length > 0 && applying) throw new UserError(problems);
  for (const problem of problems) log.warn(describeProblem(problem));
}
