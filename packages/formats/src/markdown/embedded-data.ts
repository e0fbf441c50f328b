/** A range of a text, and the text that replaces the range. */
export interface DataReplacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Maximum length of the data in a data URL that is kept. */
const MAX_SHOWN_DATA = 64;
/** Minimum length of a run of base64 or hexadecimal digits that is treated as data. A hash has at most 128 digits. */
const MIN_RUN_LENGTH = 200;
/** Minimum number of digits on a line of wrapped base64. */
const MIN_LINE_LENGTH = 60;
/** Distance between the positions at which the search looks for runs: half of the shortest run, so that no run is missed. */
const PROBE_DISTANCE = MIN_LINE_LENGTH / 2;
/** Matches the header of a private key. Private keys are kept, so that the credential check finds them and stops the sync. */
const PRIVATE_KEY_HEADER = /-----BEGIN [A-Z ]*PRIVATE KEY-----(?:\\n|[\s>])*$/;
/** Number of characters of encoded data that are kept, so that a key or a token can be recognized. */
const KEPT_DIGITS = 16;
/** Maximum number of characters before and after a data URL that are searched for its image, tag or definition. */
const MAX_FRAME_LENGTH = 1_000;

const HEADER_PATTERN = /data:(?:[\w.+-]{1,60}\/[\w.+-]{1,60})?(?:;[\w=.-]{1,60}){0,5},/iy;
const PAYLOAD_PATTERN = /[^\s"'`<>()[\]]*/y;
const ENCODED_PROBE = /[A-Za-z0-9+/]{30}/y;
const ENCODED_RUN = /[A-Za-z0-9+/]{60,}={0,2}/y;
const LINE_OF_RUN = /[ \t>]*([A-Za-z0-9+/]{1,1000}={0,2})[ \t]*(?:\n|$)/y;
const DEFINITION_PATTERN = /(?:^|\n)[ \t>]*\[([^[\]\n]{1,300})\]:[ \t]*<?$/;
/** Matches the start of a URL before the data. URLs are not truncated, because a truncated link would be broken. */
const URL_START = /(?:\]\(|:\/\/|=["'])[^\s"'()]*$/;
const TITLE_AND_END = /^>?[ \t]*(?:"[^"\n]*"|'[^'\n]*')?[ \t]*\)/;
const IMAGE_TAG = /^<(?:img|image|Image|source|embed)\b/;
const ALT_ATTRIBUTE = /\salt=(?:"([^"]*)"|'([^']*)')/;

/**
 * Finds data URLs and long runs of base64 or hexadecimal digits. Images and links become their text; other data is truncated. In code, all data is
 * truncated.
 */
export function findEmbeddedData(text: string, isCode: (offset: number) => boolean): DataReplacement[] {
  const replacements: DataReplacement[] = [];
  const labels = new Set<string>();
  for (let position = text.indexOf('data:'); position >= 0; ) {
    const replacement = replaceDataUrl(text, position, isCode(position), labels);
    if (replacement) replacements.push(replacement);
    position = text.indexOf('data:', replacement?.end ?? position + 'data:'.length);
  }
  if (labels.size > 0) replacements.push(...replaceReferences(text, labels));
  const isKnown = getRanges(replacements);
  replacements.push(...findRuns(text).filter(({ start }) => !isKnown(start)));
  return replacements;
}

/** Removes embedded data from Markdown, or truncates it in a text that is code. Preserves the number of lines. */
export function removeEmbeddedData(text: string, isCode: boolean): string {
  const embeddedData = findEmbeddedData(text, () => isCode).sort((a, b) => a.start - b.start);
  let result = '';
  let copiedEnd = 0;
  for (const { start, end, text: replacement } of embeddedData) {
    if (start < copiedEnd) continue;
    result += text.slice(copiedEnd, start) + replacement + '\n'.repeat(text.slice(start, end).split('\n').length - 1);
    copiedEnd = end;
  }
  return result + text.slice(copiedEnd);
}

function replaceDataUrl(
  text: string,
  position: number,
  isCode: boolean,
  labels: Set<string>,
): DataReplacement | undefined {
  if (/\w/.test(text.charAt(position - 1))) return undefined;
  HEADER_PATTERN.lastIndex = position;
  const header = HEADER_PATTERN.exec(text)?.[0];
  if (header === undefined) return undefined;
  const dataStart = position + header.length;
  const end = findEndOfPayload(text, position, dataStart);
  if (!isCode) {
    const frame = replaceFrame(text, position, end, labels);
    if (frame) return frame;
  }
  return end - dataStart > MAX_SHOWN_DATA ? { start: dataStart, end, text: '…' } : undefined;
}

/** Returns the offset after a data URL: the offset of its closing quote, or the end of the word. */
function findEndOfPayload(text: string, position: number, from: number): number {
  const quote = text[position - 1];
  if (quote === '"' || quote === "'") {
    const closeIndex = text.indexOf(quote, from);
    const lineEnd = text.indexOf('\n', from);
    if (closeIndex >= 0 && (lineEnd < 0 || closeIndex < lineEnd)) return closeIndex;
  }
  PAYLOAD_PATTERN.lastIndex = from;
  PAYLOAD_PATTERN.test(text);
  return PAYLOAD_PATTERN.lastIndex;
}

/** Replaces the image, link, tag or definition around a data URL; returns undefined if there is none. */
function replaceFrame(text: string, position: number, end: number, labels: Set<string>): DataReplacement | undefined {
  const textBefore = text.slice(Math.max(0, position - MAX_FRAME_LENGTH), position);
  const textAfter = text.slice(end, end + MAX_FRAME_LENGTH);
  if (textBefore.endsWith('](') || textBefore.endsWith('](<')) {
    const frameEnd = TITLE_AND_END.exec(textAfter);
    const bracket = findOpeningBracket(textBefore, textBefore.lastIndexOf(']'));
    if (!frameEnd || bracket < 0) return undefined;
    const start = position - textBefore.length + (textBefore[bracket - 1] === '!' ? bracket - 1 : bracket);
    return { start, end: end + frameEnd[0].length, text: textBefore.slice(bracket + 1, textBefore.lastIndexOf(']')) };
  }
  const label = DEFINITION_PATTERN.exec(textBefore)?.[1];
  if (label !== undefined) {
    labels.add(label.toLowerCase());
    const lineEnd = text.indexOf('\n', end);
    return { start: text.lastIndexOf('\n', position) + 1, end: lineEnd < 0 ? text.length : lineEnd, text: '' };
  }
  const tag = textBefore.lastIndexOf('<');
  const closeIndex = textAfter.indexOf('>');
  if (tag < 0 || closeIndex < 0 || !IMAGE_TAG.test(textBefore.slice(tag)) || textBefore.includes('>', tag))
    return undefined;
  const alt = ALT_ATTRIBUTE.exec(textBefore.slice(tag) + textAfter.slice(0, closeIndex));
  return { start: position - textBefore.length + tag, end: end + closeIndex + 1, text: alt?.[1] ?? alt?.[2] ?? '' };
}

/** Returns the offset of the opening bracket for the bracket at `close`; -1 if there is no such bracket. */
function findOpeningBracket(text: string, close: number): number {
  let depth = 0;
  for (let position = close; position >= 0; position -= 1) {
    if (text[position] === ']') depth += 1;
    else if (text[position] === '[') depth -= 1;
    if (depth === 0) return position;
  }
  return -1;
}

/** Replaces references to definitions with data URLs, such as `![Logo][image1]`, by their text. */
function replaceReferences(text: string, labels: ReadonlySet<string>): DataReplacement[] {
  const replacements: DataReplacement[] = [];
  for (const { index, 0: all, 1: inner = '', 2: label = '' } of text.matchAll(
    /!?\[([^[\]\n]{0,300})\](?:\[([^[\]\n]{0,300})\])?(?![:(])/g,
  ))
    if (labels.has((label || inner).toLowerCase()))
      replacements.push({ start: index, end: index + all.length, text: inner });
  return replacements;
}

/** Finds runs of base64 or hexadecimal digits, including runs that are wrapped into lines of equal length. */
function findRuns(text: string): DataReplacement[] {
  const runs: DataReplacement[] = [];
  for (let probeStart = 0; probeStart < text.length; probeStart += PROBE_DISTANCE) {
    ENCODED_PROBE.lastIndex = probeStart;
    if (!ENCODED_PROBE.test(text)) continue;
    let start = probeStart;
    while (start > 0 && probeStart - start < MIN_RUN_LENGTH && isDigit(text.charCodeAt(start - 1))) start -= 1;
    ENCODED_RUN.lastIndex = start;
    if (!ENCODED_RUN.test(text)) continue;
    const lineEnd = ENCODED_RUN.lastIndex;
    const end = text[lineEnd] === '\n' ? findEndOfWrappedRun(text, start, lineEnd) : lineEnd;
    if (
      end - start >= MIN_RUN_LENGTH &&
      isEncoded(text.slice(start, start + MIN_RUN_LENGTH)) &&
      !URL_START.test(text.slice(Math.max(0, start - MAX_FRAME_LENGTH), start)) &&
      !PRIVATE_KEY_HEADER.test(text.slice(Math.max(0, start - MAX_FRAME_LENGTH), start))
    )
      runs.push({ start: start + KEPT_DIGITS, end, text: '…' });
    probeStart = Math.max(probeStart, end - PROBE_DISTANCE);
  }
  return runs;
}

/** Returns the end of a run that continues on the following lines. All of these lines have the same length, except for the last line. */
function findEndOfWrappedRun(text: string, start: number, lineEnd: number): number {
  let end = lineEnd;
  for (let length = lineEnd - start; ; ) {
    LINE_OF_RUN.lastIndex = end + 1;
    const line = LINE_OF_RUN.exec(text)?.[1];
    if (line === undefined || line.length > length) return end;
    end = LINE_OF_RUN.lastIndex - (text[LINE_OF_RUN.lastIndex - 1] === '\n' ? 1 : 0);
    if (line.length < length || end >= text.length) return end;
  }
}

function isDigit(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) || code === 0x2b || code === 0x2f
  );
}

/** Returns whether a run mixes digits and letters as encoded data does, unlike a long word or path. */
function isEncoded(run: string): boolean {
  const computeRatio = (characters: RegExp) => (run.match(characters)?.length ?? 0) / run.length;
  const digits = computeRatio(/\d/g);
  if (/^[\da-f\n]+$/i.test(run)) return digits > 0.3 && digits < 0.95;
  return digits > 0.04 && computeRatio(/[A-Z]/g) > 0.15 && computeRatio(/[a-z]/g) > 0.15;
}

/** Returns a function that tests whether an offset is within one of the ranges. */
function getRanges(ranges: readonly DataReplacement[]): (offset: number) => boolean {
  const sortedRanges = [...ranges].sort((a, b) => a.start - b.start);
  let nextRange = 0;
  return (offset) => {
    while (nextRange < sortedRanges.length && (sortedRanges[nextRange]?.end ?? 0) <= offset) nextRange += 1;
    return (sortedRanges[nextRange]?.start ?? Number.POSITIVE_INFINITY) <= offset;
  };
}
