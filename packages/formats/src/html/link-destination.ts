const ESCAPES: Readonly<Record<string, string>> = {
  ' ': '%20',
  '<': '%3C',
  '>': '%3E',
  '\\': '%5C',
  '`': '%60',
  '|': '%7C',
};

/** Returns the destination of a Markdown link for a URL in an attribute; undefined if the URL does not link to a document, such as a `javascript:` URL. */
export function getDestination(address: string | undefined): string | undefined {
  // Browsers ignore line breaks and tabs.
  const url = address?.replaceAll(/[\t\n\r]/g, '').trim() ?? '';
  if (url === '' || url === '#' || /^(?:javascript|vbscript|data|blob|about):/i.test(url)) return undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters would end the destination
  const encodedUrl = url.replaceAll(/[ <>\\`|]/g, (char) => ESCAPES[char] ?? char).replaceAll(/[\u0000-\u001f]/g, '');
  return isBalanced(encodedUrl) ? encodedUrl : encodedUrl.replaceAll('(', '%28').replaceAll(')', '%29');
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
