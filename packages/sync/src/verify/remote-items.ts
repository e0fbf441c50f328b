import type { ContextItemExtensions } from '@context-sync/core';
import { computeFingerprint } from '../fingerprint.ts';

/** An item in the service's list, with a fingerprint instead of its content. */
export interface RemoteItem {
  readonly id: string;
  readonly title: string;
  readonly fingerprint: string;
}

/** Lists all items of the project. Their contents are hashed page by page and not stored. @throws ApiError */
export async function listRemoteItems(
  extensions: ContextItemExtensions,
  project: string,
  signal?: AbortSignal,
): Promise<RemoteItem[]> {
  const remoteItems: RemoteItem[] = [];
  for await (const page of extensions.listContextItems(project, signal ? { signal } : {})) {
    for (const item of page)
      remoteItems.push({ id: item.id, title: item.title, fingerprint: computeFingerprint(item) });
  }
  return remoteItems;
}
