import type { RunContext } from './event-context.ts';

/** The decision whether a run syncs or only plans, and the reason, which is the first line of the log. */
export interface RunDecision {
  readonly action: 'apply' | 'plan' | 'doctor' | 'nothing' | 'refuse';
  readonly reason: string;
  /** A warning if the run cannot use the value of the input `mode`. */
  readonly warning?: string;
}

/** Events whose runs have access to secrets but may check out content of untrusted authors. */
const PRIVILEGED_EVENTS = new Set(['pull_request_target', 'workflow_run']);
/** Events for which a run on the configured branch syncs. */
const SYNC_EVENTS = new Set(['push', 'workflow_dispatch', 'schedule', 'repository_dispatch']);

/** Decides whether a run syncs or only plans. A run syncs only on the configured branch. A run for a pull request only plans. */
export function decideRun(
  { eventName, ref, deleted }: Pick<RunContext, 'eventName' | 'ref' | 'deleted'>,
  mode: 'auto' | 'plan' | 'apply' | 'doctor',
  branch: string,
): RunDecision {
  if (PRIVILEGED_EVENTS.has(eventName)) {
    return {
      action: 'refuse',
      reason: `${eventName} runs with secrets on content that anyone may have written; use pull_request to plan and push to sync`,
    };
  }
  if (mode === 'doctor') return { action: 'doctor', reason: 'mode is doctor' };
  if (eventName === 'push' && deleted) return { action: 'nothing', reason: `${shortenRef(ref)} was deleted` };
  if (ref.startsWith('refs/tags/'))
    return { action: 'nothing', reason: `${shortenRef(ref)} is a tag; only ${branch} is synced` };
  if (mode === 'plan') return { action: 'plan', reason: 'mode is plan' };
  const isOnBranch = SYNC_EVENTS.has(eventName) && ref === `refs/heads/${branch}`;
  if (isOnBranch) return { action: 'apply', reason: `${eventName} on ${branch}` };
  const reason = SYNC_EVENTS.has(eventName)
    ? `${eventName} on ${shortenRef(ref)}; only ${branch} is synced`
    : `${eventName} events never sync`;
  return {
    action: 'plan',
    reason,
    ...(mode === 'apply' ? { warning: `mode is apply, but this run only plans: ${reason}` } : {}),
  };
}

function shortenRef(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags)\//, '');
}
