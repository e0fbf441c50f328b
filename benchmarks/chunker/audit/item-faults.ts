import { type Fence, fenceAfter } from '../text/fence.ts';

/** How an item ends, and what is broken in it. */
export interface ItemFaults {
  readonly openFence: boolean;
  readonly endsOnHeading: boolean;
  /** Its last line promises what is not there: it ends with a colon. */
  readonly endsOnLeadIn: boolean;
  readonly loneSurrogate: boolean;
}

/** Looks at the text of an item alone. */
export function itemFaults(text: string): ItemFaults {
  let open: Fence | undefined;
  let last = '';
  for (const line of text.split(/\r\n|\r|\n/)) {
    const inside = open !== undefined;
    open = fenceAfter(line, open);
    if (line.trim() !== '') last = inside || open ? '' : line.trim();
  }
  return {
    openFence: open !== undefined,
    endsOnHeading: /^#{1,6}(?:[ \t]|$)/.test(last),
    endsOnLeadIn: /[:：]$/.test(last) && !/^:{3,}$/.test(last),
    loneSurrogate: !text.isWellFormed(),
  };
}
