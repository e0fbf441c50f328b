import type { ContextItemExtensions } from '@context-sync/core';
import { fingerprintOf } from '../fingerprint.ts';

/** An item that the service holds, as its list shows it; its content only as a hash. */
export interface RemoteItem {
  readonly id: string;
  readonly title: string;
  readonly fingerprint: string;
}

/** Everything that the project holds. Contents are hashed page by page, never kept. @throws ApiError */
export async function listRemoteItems(
  extensions: ContextItemExtensions,
  project: string,
  signal?: AbortSignal,
): Promise<RemoteItem[]> {
  const held: RemoteItem[] = [];
  for await (const page of extensions.listContextItems(project, signal ? { signal } : {})) {
    for (const item of page) held.push({ id: item.id, title: item.title, fingerprint: fingerprintOf(item) });
  }
  return held;
}
