import { findFirstText, findLine, formatLabel, getLineEnd, getLineStart } from '@context-sync/formats';
import { createAlertHead } from '@context-sync/reading';
import { getKind, getStart, LIST, QUOTE } from '../scan/scanned-blocks.ts';
import { type ScannedText, type TextEdit, visitOutsideCode } from './text-edits.ts';

/** Matches alerts of GitHub and Obsidian: `> [!NOTE] Title`. */
const ALERT_PATTERN = /^\[!([A-Za-z]{2,20})\][+-]?[ \t]*(.{0,300})$/;
/**
 * Matches a class before a bold title, as in NestJS: `> info **Hint** …`. A capitalized class may also start a sentence, as in `> Note **all** of
 * it`, so the title after it must be one capitalized word.
 */
const CLASS_ALERT =
  /^(?:(?:info|warning|error|danger|success|tip|note)[ \t]+(?=\*\*)|(?:Info|Warning|Error|Danger|Success|Tip|Note)[ \t]+(?=\*\*[A-Z][a-z]+\*\*))/;
/** Matches a video of DocFX: `> [!Video https://example.com/video]`. */
const VIDEO_PATTERN = /^\[!video[ \t]+(https?:\/\/[^\s()[\]]{1,300})\]$/i;
/** Matches an anchor without text, which is only the target of links. */
const EMPTY_ANCHOR = /<a\s[^<>]*>\s*<\/a>/gi;
/** Matches the marks that may precede an alert in a list. */
const QUOTE_PREFIX = /^[\s>*+\d.)-]*>[ \t]*$/;

/**
 * Turns the first line of alerts that are written as quotes into a bold line.
 * @param keepsAlerts whether alerts in lists stay alerts if GitHub supports their kind
 */
export function quoteEdits(draft: ScannedText, keepsAlerts = false): TextEdit[] {
  const edits: TextEdit[] = [];
  const { lines, blocks } = draft;
  const { text } = lines;
  for (let index = blocks.kinds.indexOf(QUOTE); index >= 0; index = blocks.kinds.indexOf(QUOTE, index + 1)) {
    if (getKind(blocks, index) !== QUOTE) continue;
    const start = getLineStart(lines, getStart(blocks, index));
    const end = getLineEnd(lines, getStart(blocks, index));
    const offset = findFirstText(text, findFirstText(text, start, end) + 1, end);
    const code = text.charCodeAt(offset);
    if (code !== 0x5b && !((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a)) continue;
    const line = text.slice(offset, Math.min(end, offset + 400));
    const alert = parseAlert(text, offset, end);
    if (alert) edits.push(alert);
    else {
      const classMatch = CLASS_ALERT.exec(line)?.[0];
      if (classMatch !== undefined) edits.push({ start: offset, end: offset + classMatch.length, text: '' });
    }
  }
  let line = 0;
  visitOutsideCode(draft, '[!', (block, offset) => {
    if (getKind(blocks, block) !== LIST) return undefined;
    line = findLine(lines, offset, line);
    if (!QUOTE_PREFIX.test(text.slice(getLineStart(lines, line), offset).slice(-200))) return undefined;
    const end = getLineEnd(lines, line);
    const alert = parseAlert(text, offset, end);
    const name = keepsAlerts ? /^\[!(\w+)\][+-]?\s*$/.exec(text.slice(offset, end))?.[1] : undefined;
    const head = name === undefined ? undefined : createAlertHead(name);
    if (head?.title === '') edits.push({ start: offset, end, text: head.mark });
    else if (alert) edits.push(alert);
    return alert?.end;
  });
  return edits;
}

function parseAlert(text: string, offset: number, end: number): TextEdit | undefined {
  const line = text.slice(offset, Math.min(end, offset + 400)).trimEnd();
  const video = VIDEO_PATTERN.exec(line)?.[1];
  if (video !== undefined) return { start: offset, end, text: `[Video](${video})` };
  const [, name, written = ''] = ALERT_PATTERN.exec(line) ?? [];
  const title = written.replaceAll(EMPTY_ANCHOR, '').trim();
  return name === undefined
    ? undefined
    : { start: offset, end, text: formatLabel(name, title) ?? `**${title || name}**` };
}
