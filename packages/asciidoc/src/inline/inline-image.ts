import type { AttributeList } from '../source/attribute-list.ts';
import { encodeDestination, escapeText } from './escape-text.ts';

/** Returns the Markdown of an image with its path in `imagesdir`, its alternative text and its link. */
export function formatImage(
  target: string,
  { positional, named }: AttributeList,
  folder: string,
): { readonly markdown: string; readonly alt: string; readonly link: string } {
  const alt = (named.get('alt') ?? positional[0] ?? '') || createDefaultAlt(target);
  const path = joinFolder(target, folder);
  return {
    markdown: `![${escapeText(alt, '', '', true)}](${encodeDestination(path)})`,
    alt,
    link: named.get('link') ?? '',
  };
}

/** Returns the path of a file in a folder, unless it is a URL or an absolute path. */
export function joinFolder(path: string, folder: string): string {
  if (folder === '' || /^(?:[a-z][a-z\d+.-]*:|\/)/i.test(path)) return path;
  return `${folder.replace(/\/$/, '')}/${path}`;
}

/** Returns Asciidoctor's default alternative text: the words of the file name. */
function createDefaultAlt(target: string): string {
  const file = target.slice(target.lastIndexOf('/') + 1);
  const dot = file.lastIndexOf('.');
  return (dot > 0 ? file.slice(0, dot) : file).replaceAll(/[-_]/g, ' ');
}
