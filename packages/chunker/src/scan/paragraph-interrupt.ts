import { getHtmlEnd } from './html-block.ts';
import { getAtxLevel, interruptsAsItem, isBreak, listMarker, measureFenceMark } from './line-patterns.ts';

/** First characters that can start a block. Any other line continues the paragraph above it. */
const STARTS_BLOCK = new Uint8Array(128);
for (const char of '#>-*+_=0123456789`~<|:{$') STARTS_BLOCK[char.charCodeAt(0)] = 1;

export function canOpen(code: number): boolean {
  return code < 128 && STARTS_BLOCK[code] === 1;
}

/** Returns whether a line's text starts a block. Some blocks can interrupt a table but not a paragraph. The line must not be indented as code. */
export function canInterrupt(text: string, offset: number, to: number, inParagraph: boolean): boolean {
  switch (text.charCodeAt(offset)) {
    case 0x23: // #
      return getAtxLevel(text, offset, to) > 0;
    case 0x3e: // >
      return true;
    case 0x60: // `
    case 0x7e: // ~
      return measureFenceMark(text, offset, to) > 0;
    case 0x3c: // <
      return getHtmlEnd(text, offset, to, inParagraph) !== undefined;
    case 0x3a: // :
      return text.startsWith(':::', offset);
    case 0x7b: // {
      return isShortcodeLine(text, offset, to);
    default: {
      if (isBreak(text, offset, to)) return true;
      const marker = listMarker(text, offset, to);
      return marker > 0 && (!inParagraph || interruptsAsItem(text, offset, to, marker));
    }
  }
}

/** Returns whether the whole line is a single shortcode: `{{< name … >}}`, `{{% … %}}` or `{% … %}`. */
export function isShortcodeLine(text: string, offset: number, to: number): boolean {
  const secondCode = text.charCodeAt(offset + 1);
  if (secondCode !== 0x7b && secondCode !== 0x25) return false;
  const thirdCode = text.charCodeAt(offset + 2);
  if (secondCode === 0x7b && thirdCode !== 0x3c && thirdCode !== 0x25 && thirdCode !== 0x23) return false;
  const closeMark = secondCode === 0x25 ? '%}' : '}}';
  const textAfterOpening = text.slice(offset + 2, to).trimEnd();
  return textAfterOpening.endsWith(closeMark) && textAfterOpening.indexOf(closeMark) === textAfterOpening.length - 2;
}
