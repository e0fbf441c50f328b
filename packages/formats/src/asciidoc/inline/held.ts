/** How a held text is put into the Markdown. */
export type HeldKind = 'text' | 'raw' | 'code' | 'math';

interface HeldText {
  readonly kind: HeldKind;
  readonly text: string;
}

/**
 * Texts that no mark within them may be read of. Each stands in the running text as a number between two code points that Unicode
 * keeps free for such a use.
 */
export interface Held {
  hold(kind: HeldKind, text: string): string;
  /** The held text whose token begins at `at`, and where the token ends. */
  tokenAt(text: string, at: number): { readonly held: HeldText; readonly end: number } | undefined;
  /** The text with all that is held back in its place. */
  restore(text: string): string;
}

export const TOKEN_START = '\ufdd0';
const TOKEN_END = '\ufdd1';
/** Stands for a line break that the author asks for. */
export const HARD_BREAK = '\ufdd2';

const TOKEN = /\ufdd0(\d{1,9})\ufdd1/g;

/** Replaces the code points that are needed here, which no document should have. */
export function withoutTokens(text: string): string {
  return text.replaceAll(/[\ufdd0-\ufdd2]/g, '\ufffd');
}

export function createHeld(): Held {
  const texts: HeldText[] = [];
  return {
    hold(kind, text) {
      texts.push({ kind, text });
      return `${TOKEN_START}${texts.length - 1}${TOKEN_END}`;
    },
    tokenAt(text, at) {
      const close = text.slice(at, at + 12).indexOf(TOKEN_END);
      const held = close < 0 ? undefined : texts[Number(text.slice(at + 1, at + close))];
      return held && { held, end: at + close + 1 };
    },
    restore(text) {
      return text.includes(TOKEN_START)
        ? text.replaceAll(TOKEN, (_, index: string) => texts[Number(index)]?.text ?? '')
        : text;
    },
  };
}
