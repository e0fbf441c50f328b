import type { DataSourceInput } from '@context-sync/core';
import type { DataSourceRecord, ItemRecord } from '../state/schema.ts';
import type { WantedItem } from '../wanted.ts';

/** What all changes that put content on the service have in common. */
interface Sends {
  readonly path: string;
  readonly item: WantedItem;
  /** The intent of a run that died: its request is repeated with the same Idempotency-Key. */
  readonly resend: ItemRecord | undefined;
  /** All that the state said of this item key; if it says something else by the time of sending, another run was faster. */
  readonly seen: readonly ItemRecord[];
}

/**
 * What to do about an intent without a recorded answer where asking again could double it: list it, send it again, or take it for done.
 */
export type OnInDoubt = 'hold' | 'resend' | 'assume-created';

/** One thing to do, or to leave as it is, for one item of the document at `path`. */
export type Change =
  /** The service holds what is wanted. */
  | { readonly kind: 'unchanged'; readonly path: string; readonly item: WantedItem; readonly record: ItemRecord }
  /** Not there yet. */
  | (Sends & { readonly kind: 'create' })
  /** The section has changed: the item is updated in place, or created again before the old one is deleted. */
  | (Sends & { readonly kind: 'update'; readonly by: 'in-place' | 'create-then-delete'; readonly record: ItemRecord })
  /** The section has changed, and the API cannot take the old item away: the new one is created, the old one stays and is listed. */
  | (Sends & { readonly kind: 'supersede'; readonly record: ItemRecord })
  /** A superseded or orphaned item is wanted again as it is; nothing is sent, and `record`, if any, is superseded in its turn. */
  | {
      readonly kind: 'restore';
      readonly path: string;
      readonly item: WantedItem;
      readonly restored: ItemRecord;
      readonly record: ItemRecord | undefined;
    }
  /** No longer wanted, and the API can delete it. */
  | { readonly kind: 'delete'; readonly path: string; readonly record: ItemRecord }
  /** No longer wanted, and the API cannot delete it: it becomes orphaned, and is listed. */
  | { readonly kind: 'orphan'; readonly path: string; readonly record: ItemRecord }
  /**
   * A person says that it is not on the service: an intent without a recorded answer of something that is no longer wanted, or a superseded or
   * orphaned item that was deleted there.
   */
  | { readonly kind: 'forget'; readonly path: string; readonly record: ItemRecord }
  /** Another run is sending it at this moment; the plan must be made anew when that is over. */
  | {
      readonly kind: 'wait';
      readonly path: string;
      readonly record: ItemRecord;
      readonly item: WantedItem | undefined;
      /** The other records of the item, which stay as they are until then. */
      readonly standing: readonly ItemRecord[];
    }
  /** An intent without a recorded answer that cannot be settled without risking a double: held, and listed. */
  | {
      readonly kind: 'hold';
      readonly path: string;
      readonly record: ItemRecord;
      /** The wanted item that the intent stands for, if it is still wanted as it was. */
      readonly item: WantedItem | undefined;
      /** The older version of the item, which stays live until the doubt is settled. */
      readonly standing: ItemRecord | undefined;
    };

export type ChangeKind = Change['kind'];

/** What to do about the data source; at most one of these. */
export type ConnectChange =
  | {
      readonly kind: 'connect';
      readonly source: DataSourceInput;
      /** The data source so far. */
      readonly previous: DataSourceRecord | undefined;
      /** The intent of a run that died: its request is repeated with the same Idempotency-Key. */
      readonly resend: DataSourceRecord | undefined;
    }
  /** It is connected already: by earlier settings that are back, or by a run that died while connecting, as a person says. */
  | { readonly kind: 'assume'; readonly source: DataSourceInput; readonly record: DataSourceRecord }
  /** A run died while connecting, and asking again could connect twice. */
  | { readonly kind: 'hold'; readonly source: DataSourceInput }
  /** Another run is connecting it at this moment. */
  | { readonly kind: 'wait'; readonly source: DataSourceInput };

/** An item that is on the service although it is no longer wanted. */
export interface Leftover {
  readonly path: string;
  readonly record: ItemRecord;
}

/** How many items of earlier runs are left where they are, without looking at each. */
export interface UnreadLeftovers {
  readonly superseded: number;
  readonly orphaned: number;
}

export interface Plan {
  readonly connect: ConnectChange | undefined;
  /** In the order of paths, and of items within a document. */
  readonly changes: readonly Change[];
  /** Live items of documents that were not read because nothing of them has changed. */
  readonly unread: number;
  /** Paths of known documents that are no longer in the docs. */
  readonly gone: readonly string[];
  /** Superseded and orphaned items in the parts of the state that were not read, which this plan leaves where they are. Default none. */
  readonly unreadLeftovers?: UnreadLeftovers;
  /** Superseded and orphaned items from earlier runs that this plan leaves where they are. */
  readonly leftovers: readonly Leftover[];
}

/** Whether carrying the plan out would send anything, or change the state. */
export function isEmpty(plan: Plan): boolean {
  return plan.connect === undefined && plan.changes.every((change) => change.kind === 'unchanged');
}
