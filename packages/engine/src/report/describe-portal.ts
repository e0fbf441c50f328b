import type { NavigationChange, PortalChange, PortalResult } from '@context-sync/sync';
import type { PlanTense } from './describe-changes.ts';
import type { Report } from './report-model.ts';
import { formatNumber, pluralize } from './report-wording.ts';

/** The changes of the docs portal that a report describes: the planned changes, or the completed changes. */
export interface PortalChanges {
  readonly tense: PlanTense;
  readonly changes: readonly PortalChange[];
  readonly navigation: NavigationChange | undefined;
  /** Conflicts: pages and files that this run does not change, because a person or another repository has created or changed them. */
  readonly conflicts: readonly Extract<PortalChange, { kind: 'conflict' }>[];
  readonly result: PortalResult | undefined;
}

type PortalKind = PortalChange['kind'];

const WORDS: Readonly<Record<PlanTense, Readonly<Record<Exclude<PortalKind, 'conflict'>, string>>>> = {
  planned: { create: 'to create', update: 'to update', move: 'to move', delete: 'to delete' },
  done: { create: 'created', update: 'updated', move: 'moved', delete: 'deleted' },
};

/** Returns the changes of the docs portal; undefined if this repository publishes none. */
export function getPortalChanges({ outcome, portal, result }: Report): PortalChanges | undefined {
  if (!portal) return undefined;
  const { plan } = portal;
  const conflicts = plan.changes.filter((change) => change.kind === 'conflict');
  const plannedChanges = plan.changes.filter(({ kind }) => kind !== 'conflict');
  if (outcome !== 'applied')
    return { tense: 'planned', changes: plannedChanges, navigation: plan.navigation, conflicts, result: undefined };
  const portalResult = result?.portal;
  const isChanged = portalResult?.isNavigationSent === true || plan.navigation?.kind === 'conflict';
  return {
    tense: 'done',
    changes: portalResult?.done ?? [],
    navigation: isChanged ? plan.navigation : undefined,
    conflicts,
    result: portalResult,
  };
}

/** Describes the changes of the docs portal on one line, without a line break. */
export function describePortal(report: Report): string | undefined {
  const portalChanges = getPortalChanges(report);
  if (!portalChanges) return undefined;
  const { tense, changes, navigation, conflicts, result } = portalChanges;
  const count = (what: PortalChange['what']) =>
    Object.entries(WORDS[tense]).flatMap(([kind, words]) => {
      const number = changes.filter((change) => change.what === what && change.kind === kind).length;
      return number === 0 ? [] : [`${pluralize(number, what)} ${words}`];
    });
  const failedCount = result?.failures.length ?? 0;
  const parts = [
    ...count('page'),
    ...count('file'),
    ...describeNavigation(navigation, tense),
    ...(conflicts.length > 0 ? [`${formatNumber(conflicts.length)} in conflict`] : []),
    ...(failedCount > 0 ? [`${formatNumber(failedCount)} failed`] : []),
  ];
  if (parts.length > 0) return parts.join(', ');
  const { pages } = report.portal?.plan.unchanged ?? { pages: 0 };
  return `${pluralize(pages, 'page')} up to date`;
}

function describeNavigation(navigation: NavigationChange | undefined, tense: PlanTense): string[] {
  if (!navigation) return [];
  if (navigation.kind === 'conflict') return ['navigation in conflict'];
  return [tense === 'planned' ? 'navigation to change' : 'navigation changed'];
}

/** Describes one change: `move from guides/a`. */
export function describePortalChange(change: PortalChange, tense: PlanTense): string {
  switch (change.kind) {
    case 'conflict':
      return describeConflict(change);
    case 'move':
      return tense === 'planned' ? `move from ${change.before?.path ?? ''}` : `moved from ${change.before?.path ?? ''}`;
    default:
      return tense === 'planned' ? change.kind : WORDS.done[change.kind];
  }
}

/** Describes why this run does not change a page or file. */
export function describeConflict({ what, reason, isWanted }: Extract<PortalChange, { kind: 'conflict' }>): string {
  if (reason === 'exists')
    return `not published: the portal has a ${what} at this path that this repository has not published`;
  return isWanted
    ? `not updated: the ${what} was changed on the platform after it was published`
    : `not deleted: the ${what} was changed on the platform after it was published`;
}

/** Returns the instruction for a page or file that this run does not change. */
export function getConflictFix({ what, isWanted }: Extract<PortalChange, { kind: 'conflict' }>): string {
  return isWanted
    ? `delete the ${what} on the platform, or rename the document`
    : `delete the ${what} on the platform if no one needs it`;
}

/** Returns the path of the document of a change. */
export function getPortalFile(change: PortalChange): string {
  if (change.kind === 'conflict') return change.file;
  if (change.kind === 'delete') return change.before.file;
  return change.what === 'page' ? change.page.file : change.file.file;
}

/** Returns the number of pages and files whose change failed. */
export function countPortalFailures({ result }: Pick<Report, 'result'>): number {
  return result?.portal?.failures.length ?? 0;
}

/** Returns the number of conflicts: pages, files and navigations that this run does not change, because others have created or changed them. */
export function countPortalConflicts({ portal }: Pick<Report, 'portal'>): number {
  if (!portal) return 0;
  const { changes, navigation } = portal.plan;
  return changes.filter(({ kind }) => kind === 'conflict').length + (navigation?.kind === 'conflict' ? 1 : 0);
}
