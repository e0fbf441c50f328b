/** Mode that determines how protected text is inserted into the Markdown. */
export type ProtectedKind = 'text' | 'raw' | 'code' | 'math';

interface ProtectedText {
  readonly kind: ProtectedKind;
  readonly text: string;
}

/** Storage for text that must not be parsed further. A token, which is a number between two Unicode noncharacters, replaces the stored text. */
export interface ProtectedTexts {
  protect(kind: ProtectedKind, text: string): string;
  /** Returns the protected text whose token begins at `offset`, and the end of the token. */
  readToken(text: string, offset: number): { readonly content: ProtectedText; readonly end: number } | undefined;
  /** Replaces all tokens with the text that they represent. */
  restore(text: string): string;
}

export const TOKEN_START = '\ufdd0';
const TOKEN_END = '\ufdd1';
/** Character that represents a line break requested by the author. */
export const HARD_BREAK = '\ufdd2';

const TOKEN_PATTERN = /\ufdd0(\d{1,9})\ufdd1/g;

/** Replaces the noncharacters that are reserved for tokens with U+FFFD. */
export function removeTokens(text: string): string {
  return text.replaceAll(/[\ufdd0-\ufdd2]/g, '\ufffd');
}

export function createProtectedTexts(): ProtectedTexts {
  const texts: ProtectedText[] = [];
  return {
    protect(kind, text) {
      texts.push({ kind, text });
      return `${TOKEN_START}${texts.length - 1}${TOKEN_END}`;
    },
    readToken(text, offset) {
      const tokenLength = text.slice(offset, offset + 12).indexOf(TOKEN_END);
      const content = tokenLength < 0 ? undefined : texts[Number(text.slice(offset + 1, offset + tokenLength))];
      return content && { content, end: offset + tokenLength + 1 };
    },
    restore(text) {
      return text.includes(TOKEN_START)
        ? text.replaceAll(TOKEN_PATTERN, (_, index: string) => texts[Number(index)]?.text ?? '')
        : text;
    },
  };
}
