/** Returns inline code on one line. */
export function codeSpan(text: string): string {
  const code = text.replaceAll(/\s*\n\s*/g, ' ');
  if (code.trim() === '') return '';
  if (!code.includes('`')) return /^ .* $/s.test(code) ? `\` ${code} \`` : `\`${code}\``;
  let longest = 0;
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const mark = '`'.repeat(longest + 1);
  const gap = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return mark + gap + code + gap + mark;
}
