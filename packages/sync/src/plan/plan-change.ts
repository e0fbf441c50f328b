import type { DataSourceInput } from '@context-sync/core';
import type { DataSourceRecord, ItemRecord } from '../state/state-schema.ts';
import type { WantedItem } from '../wanted-items.ts';

/** Properties of all changes that send content. */
interface SendFacts {
  readonly path: string;
  readonly item: WantedItem;
  /** The intent of a run that died: its request is repeated with the same Idempotency-Key. */
  readonly resend: ItemRecord | undefined;
  /** All records of this item key. If they differ when the change is sent, another run was faster. */
  readonly seen: readonly ItemRecord[];
}

/**
 * What to do with an intent without a recorded response if a retry could create a duplicate: report it, send it again, or assume that it was
 * sent.
 */
export type OnInDoubt = 'hold' | 'resend' | 'assume-created';

/** A change, or none, of one item of the document at `path`. */
export type Change =
  /** The service has the wanted item. */
  | { readonly kind: 'unchanged'; readonly path: string; readonly item: WantedItem; readonly record: ItemRecord }
  /** The service does not have the item yet. */
  | (SendFacts & { readonly kind: 'create' })
  /** The section has changed: the item is updated in place, or created again before the old one is deleted. */
  | (SendFacts & {
      readonly kind: 'update';
      readonly by: 'in-place' | 'create-then-delete';
      readonly record: ItemRecord;
    })
  /** The section has changed, and the API can neither update nor delete the old item: a new one is created, and the old one stays. */
  | (SendFacts & { readonly kind: 'supersede'; readonly record: ItemRecord })
  /** A superseded or orphaned item is wanted again. Nothing is sent; `record`, if there is one, becomes superseded. */
  | {
      readonly kind: 'restore';
      readonly path: string;
      readonly item: WantedItem;
      readonly restored: ItemRecord;
      readonly record: ItemRecord | undefined;
    }
  /** No longer wanted, and the API can delete it. */
  | { readonly kind: 'delete'; readonly path: string; readonly record: ItemRecord }
  /** No longer wanted, and the API cannot delete it: it becomes orphaned. */
  | { readonly kind: 'orphan'; readonly path: string; readonly record: ItemRecord }
  /** A user declared that the item is not on the service: an unwanted item in doubt, or a superseded or orphaned item that was deleted there. */
  | { readonly kind: 'forget'; readonly path: string; readonly record: ItemRecord }
  /** Another run is sending it now. A new plan is needed afterwards. */
  | {
      readonly kind: 'wait';
      readonly path: string;
      readonly record: ItemRecord;
      readonly item: WantedItem | undefined;
      /** The other records of the item, which do not change until then. */
      readonly standing: readonly ItemRecord[];
    }
  /** An intent without a recorded response that cannot be resolved without risking a duplicate. It is reported. */
  | {
      readonly kind: 'hold';
      readonly path: string;
      readonly record: ItemRecord;
      /** The wanted item that the intent is for, if it has not changed since. */
      readonly item: WantedItem | undefined;
      /** The older version of the item, which stays live until the doubt is resolved. */
      readonly standing: ItemRecord | undefined;
    };

export type ChangeKind = Change['kind'];

/** The action for the data source; at most one of these properties is set. */
export type ConnectChange =
  | {
      readonly kind: 'connect';
      readonly source: DataSourceInput;
      /** The current data source. */
      readonly previous: DataSourceRecord | undefined;
      /** The intent of a run that died: its request is repeated with the same Idempotency-Key. */
      readonly resend: DataSourceRecord | undefined;
    }
  /** The data source is connected already: by earlier settings that are used again, or, as declared by a user, by a run that ended while connecting. */
  | { readonly kind: 'assume'; readonly source: DataSourceInput; readonly record: DataSourceRecord }
  /** A run died while connecting, and a retry could connect twice. */
  | { readonly kind: 'hold'; readonly source: DataSourceInput }
  /** Another run is connecting it now. */
  | { readonly kind: 'wait'; readonly source: DataSourceInput };

/** An item that is still on the service although it is no longer wanted. */
export interface Leftover {
  readonly path: string;
  readonly record: ItemRecord;
}

/** Numbers of items of earlier runs that stay as they are, without reading each. */
export interface UnreadLeftovers {
  readonly superseded: number;
  readonly orphaned: number;
}

export interface Plan {
  readonly connect: ConnectChange | undefined;
  /** Sorted by path, and by position of the item within its document. */
  readonly changes: readonly Change[];
  /** Live items of documents that were not read because they have not changed. */
  readonly unread: number;
  /** Paths of known documents that are no longer in the docs. */
  readonly gone: readonly string[];
  /** Superseded and orphaned items in shards that were not read. Default none. */
  readonly unreadLeftovers?: UnreadLeftovers;
  /** Superseded and orphaned items from earlier runs that this plan does not change. */
  readonly leftovers: readonly Leftover[];
}

/** Whether applying the plan would neither send anything nor change the state. */
export function isEmpty(plan: Plan): boolean {
  return plan.connect === undefined && plan.changes.every((change) => change.kind === 'unchanged');
}
