/** Returns inline code on one line. */
export function formatCodeSpan(text: string): string {
  const code = text.replaceAll(/\s*\n\s*/g, ' ');
  if (code.trim() === '') return '';
  if (!code.includes('`')) return /^ .* $/s.test(code) ? `\` ${code} \`` : `\`${code}\``;
  let longestRun = 0;
  for (const [run] of code.matchAll(/`+/g)) longestRun = Math.max(longestRun, run.length);
  const backticks = '`'.repeat(longestRun + 1);
  const padding = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return backticks + padding + code + padding + backticks;
}
