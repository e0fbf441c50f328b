import type { Address } from '@context-sync/chunker';
import {
  createPortalPlan,
  findPortalLoss,
  isPortalSettled,
  type KnownPortal,
  type PortalLoss,
  type PortalPlan,
  type PortalRecords,
  reconcilePortal,
  type StateSnapshot,
  type WantedFile,
  type WantedPortal,
  type Writer,
} from '@context-sync/sync';
import type { DocsWarning } from '../docs/docs-warning.ts';
import type { ListedDocument } from '../docs/find-docs.ts';
import { createOutsideEntries, type OutsideFiles } from '../docs/outside-files.ts';
import type { RepositoryTree } from '../docs/repository-tree.ts';
import type { Git } from '../git/git.ts';
import type { Settings } from '../inputs/action-settings.ts';
import { buildPortal } from '../pages/build-portal.ts';
import type { PortalContent, PortalPage } from '../pages/portal-content.ts';
import { pluralize } from '../report/report-wording.ts';
import type { Service } from './open-service.ts';

export interface PortalPlanInput {
  readonly settings: Settings;
  readonly git: Git;
  readonly commit: string;
  /** The files of the commit. */
  readonly tree: RepositoryTree;
  readonly documents: readonly ListedDocument[];
  readonly address: Address;
  /** URL of the files of the repository, to which paths are appended. */
  readonly repositoryUrl: string;
  readonly base: StateSnapshot | undefined;
  /** The connection to the platform; undefined for a plan from the state only. */
  readonly service: Service | undefined;
  /** Whether to compare with the platform although nothing has changed. */
  readonly verify: boolean;
  readonly me: Writer;
  readonly signal: AbortSignal;
  readonly warn: (text: string) => void;
  readonly info: (text: string) => void;
}

/** The plan of the docs portal, and the data about the portal for reports. */
export interface PlannedPortal {
  readonly plan: PortalPlan;
  /** The records of the docs portal on which the plan is based. */
  readonly recorded: PortalRecords;
  readonly warnings: readonly DocsWarning[];
  /** The losses of a plan that removes most of the pages. */
  readonly loss: PortalLoss | undefined;
  /** The files outside of the docs folder on which the portal depends, in the form in which the state records them. */
  readonly outside: OutsideFiles;
  /** URL of the portal: from the platform, or the URL that it had at the last publication, or its usual URL. */
  readonly url: string;
}

const NO_PORTAL = 'publish is set, but the platform has no docs portal, so no page is published; the items are synced';

/**
 * Plans the pages and files of the docs portal. Returns undefined if this repository publishes none.
 * @throws GitError, ApiError, StateError
 */
export async function planPortal(input: PortalPlanInput): Promise<PlannedPortal | undefined> {
  const { settings, base, service, tree } = input;
  const publishedPortal = base?.meta.portal;
  if (settings.publish === 'false' && publishedPortal && publishedPortal.pages + publishedPortal.files > 0) {
    input.info(
      `publish is false, so ${pluralize(publishedPortal.pages, 'page')} that this repository has published stay in the docs portal; publish: remove deletes them`,
    );
  }
  if (settings.publish === 'false' || (settings.publish === 'remove' && !publishedPortal)) return undefined;
  if (service && !service.capabilities.docsPages) {
    input.warn(NO_PORTAL);
    return undefined;
  }
  const content = settings.publish === 'true' ? await readContent(input) : undefined;
  const wantedPortal = content && createWantedPortal(content, input);
  const portalRecords: PortalRecords = base && publishedPortal ? await base.portal() : new Map();
  const knownPortal = await readKnownPortal(input, wantedPortal, portalRecords);
  const plan = createPortalPlan(wantedPortal, knownPortal);
  return {
    plan,
    recorded: portalRecords,
    warnings: content?.warnings ?? [],
    loss: findPortalLoss(plan),
    outside: content
      ? createOutsideEntries([...content.dependencies, ...content.assets.map(({ file }) => file)], settings.docs, tree)
      : {},
    url: plan.url ?? getPortalUrl(settings),
  };
}

/** Returns the URL that a portal has on a platform that returns no other URL. */
function getPortalUrl({ baseUrl, project }: Pick<Settings, 'baseUrl' | 'project'>): string {
  return new URL(`p/${encodeURIComponent(project)}`, baseUrl).href;
}

/** Reads the content of a file of the repository. @throws GitError */
export async function readPortalFile(git: Git, { blob }: WantedFile): Promise<Uint8Array> {
  for await (const bytes of git.read([blob])) return bytes;
  return new Uint8Array();
}

function readContent({ git, commit, documents, address, repositoryUrl, settings }: PortalPlanInput) {
  const drafts = settings.includeKinds.has('drafts');
  return buildPortal({ git, commit, documents, address, repositoryUrl, public: settings.public, drafts });
}

function createWantedPortal(content: PortalContent, { repositoryUrl }: PortalPlanInput): WantedPortal {
  const { pages, assets, navigation, title } = content;
  const editUrl = repositoryUrl.replace('/blob/', '/edit/');
  const hasOrder = navigation === null && !isOrderOfPaths(pages);
  return {
    pages: pages.map((page) => ({
      ...page,
      order: hasOrder ? page.order : 0,
      editUrl: `${editUrl}${page.file.split('/').map(encodeURIComponent).join('/')}`,
    })),
    files: assets.map(({ path, file, blob }) => ({ path, file, blob })),
    navigation,
    title,
  };
}

/** Returns whether the pages are ordered only by their paths. In this case, a new page would change the positions of all pages after it. */
function isOrderOfPaths(pages: readonly PortalPage[]): boolean {
  return pages.toSorted((a, b) => (a.path < b.path ? -1 : 1)).every(({ order }, index) => order === index);
}

async function readKnownPortal(
  input: PortalPlanInput,
  wantedPortal: WantedPortal | undefined,
  records: PortalRecords,
): Promise<KnownPortal> {
  const { base, service, settings, git, me, signal } = input;
  const summary = base?.meta.portal;
  const knownPortal = {
    summary,
    records,
    conflicts: new Map(),
    settings: undefined,
    hasFindings: false,
    isUnconfirmed: false,
  };
  if (!service) return knownPortal;
  const isComplete = base?.meta.synced && summary?.by === undefined && !input.verify;
  if (isComplete && isPortalSettled(createPortalPlan(wantedPortal, knownPortal))) return knownPortal;
  return reconcilePortal({
    docs: service.docs,
    project: settings.project,
    wanted: wantedPortal,
    summary,
    records,
    me,
    adopt: !base && settings.onMissingState === 'adopt',
    readFile: (file) => readPortalFile(git, file),
    signal,
  });
}
