import { escapeText } from './escape-text.ts';

/** Returns a link with plain text. Without a destination, returns the text. */
export function formatLink(text: string, destination: string): string {
  const url = destination.trim();
  const label = toOneLine(text) || url;
  if (url === '') return escapeText(label);
  if (label === url && /^[a-z][a-z\d+.-]{1,30}:[^\s<>]*$/i.test(url)) return `<${url}>`;
  return `[${escapeLabel(label)}](${encodeDestination(url)})`;
}

export function renderImage(alt: string, uri: string): string {
  // Data URLs are omitted, because image data is not text.
  const destination = /^data:/i.test(uri) ? '' : uri;
  if (destination === '') return escapeText(toOneLine(alt));
  return `![${escapeLabel(toOneLine(alt))}](${encodeDestination(destination)})`;
}

/** Escapes the text of a link, and its brackets if they are not balanced. */
export function escapeLabel(text: string): string {
  const label = escapeText(text);
  let depth = 0;
  for (const char of text) {
    if (char === '[') depth += 1;
    else if (char === ']') depth -= 1;
    if (depth < 0) break;
  }
  return depth === 0 ? label : label.replaceAll(/(?<!\\)[[\]]/g, '\\$&');
}

function toOneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ' ');
}

function encodeDestination(url: string): string {
  const cleanUrl = url.replaceAll(/[<>\n]/g, (char) => encodeURIComponent(char));
  return /\s/.test(cleanUrl) || !isBalanced(cleanUrl) ? `<${cleanUrl}>` : cleanUrl;
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
