import { advanceFence, type Fence } from '../text/fence.ts';

/** The problems in the text of an item: its end, and broken characters. */
export interface ItemProblems {
  readonly openFence: boolean;
  readonly endsOnHeading: boolean;
  /** Whether the last line ends with a colon and nothing follows it. */
  readonly endsOnLeadIn: boolean;
  readonly loneSurrogate: boolean;
}

/** Returns the problems in the text of a single item. */
export function findItemProblems(text: string): ItemProblems {
  let openFence: Fence | undefined;
  let last = '';
  for (const line of text.split(/\r\n|\r|\n/)) {
    const isInFence = openFence !== undefined;
    openFence = advanceFence(line, openFence);
    if (line.trim() !== '') last = isInFence || openFence ? '' : line.trim();
  }
  return {
    openFence: openFence !== undefined,
    endsOnHeading: /^#{1,6}(?:[ \t]|$)/.test(last),
    endsOnLeadIn: /[:：]$/.test(last) && !/^:{3,}$/.test(last),
    loneSurrogate: !text.isWellFormed(),
  };
}
