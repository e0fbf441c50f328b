const ENCODED: Readonly<Record<string, string>> = {
  ' ': '%20',
  '<': '%3C',
  '>': '%3E',
  '\\': '%5C',
  '`': '%60',
  '|': '%7C',
};

/** The destination of a Markdown link for the address in an attribute; undefined where it leads nowhere that can be read. */
export function destinationOf(address: string | undefined): string | undefined {
  // Browsers take line breaks and tabs out.
  const url = address?.replaceAll(/[\t\n\r]/g, '').trim() ?? '';
  if (url === '' || url === '#' || /^(?:javascript|vbscript|data|blob|about):/i.test(url)) return undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they would end the destination
  const encoded = url.replaceAll(/[ <>\\`|]/g, (char) => ENCODED[char] ?? char).replaceAll(/[\u0000-\u001f]/g, '');
  return isBalanced(encoded) ? encoded : encoded.replaceAll('(', '%28').replaceAll(')', '%29');
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
