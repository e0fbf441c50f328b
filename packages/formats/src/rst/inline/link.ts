import { escaped } from './escaped.ts';

/** A link with a plain text; without a destination it is its text. */
export function link(text: string, destination: string): string {
  const url = destination.trim();
  const label = oneLine(text) || url;
  if (url === '') return escaped(label);
  if (label === url && /^[a-z][a-z\d+.-]{1,30}:[^\s<>]*$/i.test(url)) return `<${url}>`;
  return `[${labelOf(label)}](${destinationOf(url)})`;
}

export function image(alt: string, uri: string): string {
  // The picture itself is nothing to read.
  const destination = /^data:/i.test(uri) ? '' : uri;
  if (destination === '') return escaped(oneLine(alt));
  return `![${labelOf(oneLine(alt))}](${destinationOf(destination)})`;
}

/** Escaped text whose brackets pair up. */
export function labelOf(text: string): string {
  const label = escaped(text);
  let depth = 0;
  for (const char of text) {
    if (char === '[') depth += 1;
    else if (char === ']') depth -= 1;
    if (depth < 0) break;
  }
  return depth === 0 ? label : label.replaceAll(/(?<!\\)[[\]]/g, '\\$&');
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ' ');
}

function destinationOf(url: string): string {
  const clean = url.replaceAll(/[<>\n]/g, (char) => encodeURIComponent(char));
  return /\s/.test(clean) || !isBalanced(clean) ? `<${clean}>` : clean;
}

function isBalanced(url: string): boolean {
  let depth = 0;
  for (const char of url) {
    if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
