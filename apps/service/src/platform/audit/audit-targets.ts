import { createHash } from 'node:crypto';
import type { Operations } from '../database/store.ts';
import type { AuditTargetKind } from './audit.ts';

/** Reads the part of a target that its hash covers. @returns undefined if the target does not exist */
type ReadTarget = (operations: Operations, projectId: string, id: string) => Promise<object | undefined>;

/**
 * What the hashes of the audit log cover, by kind of target. Most are the resource as the API returns it, so that a member can compute the hash again.
 * An OpenAPI document is covered by the hash of its text, because hashing a large text again would delay other requests. The name and the note of a
 * user are excluded, because the entry stays after the user is erased, and short texts can be guessed from a hash.
 */
const READ_TARGET: Partial<Record<AuditTargetKind, ReadTarget>> = {
  'context-item': ({ contextItems }, projectId, id) => contextItems.get(projectId, id),
  'data-source': ({ dataSources }, projectId, id) => dataSources.get(projectId, id),
  async 'api-description'({ apiDescriptions }, projectId) {
    const { text: _text, ...description } = (await apiDescriptions.get(projectId)) ?? {};
    return 'sha256' in description ? description : undefined;
  },
  hint: ({ hints }, projectId, id) => hints.get(projectId, id),
  'risk-thresholds': ({ callers }, projectId) => callers.thresholds(projectId),
  async user({ callers }, projectId, id) {
    const caller = await callers.get(projectId, id);
    return caller && { id, ignored: caller.ignored, snoozedUntil: caller.snoozedUntil };
  },
  account: async ({ accounts }, _projectId, id) => (await accounts.users()).find((each) => each.id === id),
  project: async ({ accounts }, _projectId, id) => (await accounts.projects()).find((each) => each.id === id),
  member: async ({ accounts }, projectId, id) =>
    (await accounts.members(projectId)).find(({ userId }) => userId === id),
  async key({ accounts }, _projectId, id) {
    const { lastUsedAt: _lastUsedAt, ...key } = (await accounts.keys()).find((each) => each.id === id) ?? {};
    return 'id' in key ? key : undefined;
  },
};

/** Returns the SHA-256 hash of a target as canonical JSON (RFC 8785); null if it does not exist, or if its kind has no hash. */
export async function hashTarget(
  operations: Operations,
  kind: AuditTargetKind,
  projectId: string,
  id: string,
): Promise<string | null> {
  const target = await READ_TARGET[kind]?.(operations, projectId, id);
  return target === undefined ? null : createHash('sha256').update(formatCanonicalJson(target)).digest('hex');
}

/** Formats a JSON value without spaces and with sorted property names (RFC 8785). Properties that are undefined are omitted, as in JSON. */
export function formatCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((each) => formatCanonicalJson(each ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([first], [second]) => (first < second ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${formatCanonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
