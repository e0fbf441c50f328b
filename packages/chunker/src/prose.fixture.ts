const WORDS = (
  'a an and any as at be before by can charge client code each error event every field file first for from given header if in is item it its ' +
  'key last limit line list may must name need never no not of often on once one only open or order other page part path queue read refund ' +
  'request response retry runs same send server sets so some state string table text than that the then there they this time to token type ' +
  'until upload use value wait webhook when where which with without work write you your'
).split(' ');

/** Generates unique paragraphs of `length` UTF-16 code units or slightly more. */
export function prose(random: () => number, length: number): string {
  const upTo = (most: number) => 1 + Math.floor(random() * most);
  const sentence = () => {
    const words = Array.from({ length: 4 + upTo(16) }, () => WORDS[Math.floor(random() * WORDS.length)] ?? '');
    const text = words.join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  const paragraphs: string[] = [];
  for (let sum = 0; sum < length; sum += (paragraphs.at(-1)?.length ?? 0) + 2) {
    const sentences = Array.from({ length: upTo(6) }, sentence).join(' ');
    paragraphs.push(sentences.slice(0, Math.max(length - sum, 40)).trimEnd());
  }
  return paragraphs.join('\n\n');
}
