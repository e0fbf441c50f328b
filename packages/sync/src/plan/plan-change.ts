import type { DataSourceInput } from '@context-sync/core';
import { isPortalSettled, type PortalPlan } from '../portal/portal-plan.ts';
import type { DataSourceRecord, ItemRecord } from '../state/state-schema.ts';
import type { WantedItem } from '../wanted-items.ts';

/** Properties that all changes with content have in common. */
interface SendFacts {
  readonly path: string;
  readonly item: WantedItem;
  /** The intent of a killed run, whose request is repeated with the same Idempotency-Key; undefined if there is none. */
  readonly resend: ItemRecord | undefined;
  /** All records of this item key at the time of planning. If they differ when the change is sent, another run was faster. */
  readonly seen: readonly ItemRecord[];
  /** The fingerprint of the text without URLs, which is recorded if the API can neither update nor delete items; absent otherwise. */
  readonly textFingerprint?: string;
}

/**
 * The decision about an intent without a recorded response whose retry could create a duplicate: report it, send it again, or assume that the item
 * was created.
 */
export type OnInDoubt = 'hold' | 'resend' | 'assume-created';

/** A change of one item of the document at `path`, or the fact that the item is unchanged. */
export type Change =
  /** The service contains the wanted item. */
  | {
      readonly kind: 'unchanged';
      readonly path: string;
      readonly item: WantedItem;
      readonly record: ItemRecord;
      /** The fingerprint to add to the record of an earlier version; absent if there is nothing to add. */
      readonly textFingerprint?: string;
    }
  /**
   * Only URLs in the item have changed, and the API can neither update nor delete the old item. The change is deferred until the text changes, because
   * sending it would create a second copy of the text.
   */
  | { readonly kind: 'defer'; readonly path: string; readonly item: WantedItem; readonly record: ItemRecord }
  /** The service does not contain the item yet. */
  | (SendFacts & { readonly kind: 'create' })
  /** The section has changed. The item is updated in place, or the new version is created before the old one is deleted. */
  | (SendFacts & {
      readonly kind: 'update';
      readonly by: 'in-place' | 'create-then-delete';
      readonly record: ItemRecord;
    })
  /** The section has changed, and the API can neither update nor delete the old item. A new item is created, and the old one stays. */
  | (SendFacts & { readonly kind: 'supersede'; readonly record: ItemRecord })
  /** A superseded or orphaned item is wanted again. Nothing is sent. If `record` is present, it becomes superseded. */
  | {
      readonly kind: 'restore';
      readonly path: string;
      readonly item: WantedItem;
      readonly restored: ItemRecord;
      readonly record: ItemRecord | undefined;
    }
  /** The item is no longer wanted, and the API can delete it. */
  | { readonly kind: 'delete'; readonly path: string; readonly record: ItemRecord }
  /** The item is no longer wanted, and the API cannot delete it. The item becomes orphaned. */
  | { readonly kind: 'orphan'; readonly path: string; readonly record: ItemRecord }
  /**
   * A user has declared that the item is not on the service. It is an unwanted item in doubt, or a superseded or orphaned item that was deleted
   * there.
   */
  | { readonly kind: 'forget'; readonly path: string; readonly record: ItemRecord }
  /** Another run is currently sending the item. After that, a new plan is needed. */
  | {
      readonly kind: 'wait';
      readonly path: string;
      readonly record: ItemRecord;
      readonly item: WantedItem | undefined;
      /** The other records of the item, which do not change until the other run has ended. */
      readonly standing: readonly ItemRecord[];
    }
  /** An intent without a recorded response that cannot be resolved without the risk of a duplicate. It is reported. */
  | {
      readonly kind: 'hold';
      readonly path: string;
      readonly record: ItemRecord;
      /** The wanted item of the intent; undefined if it has changed since. */
      readonly item: WantedItem | undefined;
      /** The earlier version of the item, which remains live until the outcome is known. */
      readonly standing: ItemRecord | undefined;
    };

export type ChangeKind = Change['kind'];

/** The planned action for the data source. */
export type ConnectChange =
  | {
      readonly kind: 'connect';
      readonly source: DataSourceInput;
      /** The current data source; undefined if there is none. */
      readonly previous: DataSourceRecord | undefined;
      /** The intent of a killed run, whose request is repeated with the same Idempotency-Key; undefined if there is none. */
      readonly resend: DataSourceRecord | undefined;
    }
  /**
   * The data source is already connected. Either earlier settings are used again, or a user has declared that a run which ended during the connection
   * had connected it.
   */
  | { readonly kind: 'assume'; readonly source: DataSourceInput; readonly record: DataSourceRecord }
  /** A run was killed during the connection, and a retry could connect the repository twice. */
  | { readonly kind: 'hold'; readonly source: DataSourceInput }
  /** Another run is currently connecting the repository. */
  | { readonly kind: 'wait'; readonly source: DataSourceInput };

/** An item that is still on the service but no longer wanted. */
export interface Leftover {
  readonly path: string;
  readonly record: ItemRecord;
}

/** Numbers of leftover items from earlier runs that do not change, counted without reading them. */
export interface UnreadLeftovers {
  readonly superseded: number;
  readonly orphaned: number;
}

export interface Plan {
  readonly connect: ConnectChange | undefined;
  /** The changes, sorted by path and by the position of the item in its document. */
  readonly changes: readonly Change[];
  /** Number of live items in documents that were not read because they have not changed. */
  readonly unread: number;
  /** Paths of recorded documents that are no longer in the docs. */
  readonly gone: readonly string[];
  /** Numbers of superseded and orphaned items in shards that were not read. Default: none. */
  readonly unreadLeftovers?: UnreadLeftovers;
  /** Superseded and orphaned items from earlier runs that this plan does not change. */
  readonly leftovers: readonly Leftover[];
  /** The changes of the docs portal; absent if this repository does not publish one. */
  readonly portal?: PortalPlan;
}

/** Returns whether applying the plan would neither send anything nor change the state. */
export function isEmpty(plan: Plan): boolean {
  const isUnchanged = plan.connect === undefined && plan.changes.every((change) => change.kind === 'unchanged');
  return isUnchanged && isPortalSettled(plan.portal);
}
