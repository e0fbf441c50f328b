import type { AttributeList } from '../source/attribute-list.ts';
import { destination, escapeText } from './escape.ts';

/** An image, with its path below `imagesdir`, and the link around it if it has one. */
export function imageMarkdown(
  target: string,
  { positional, named }: AttributeList,
  folder: string,
): { readonly markdown: string; readonly alt: string; readonly link: string } {
  const alt = (named.get('alt') ?? positional[0] ?? '') || nameOf(target);
  const path = belowFolder(target, folder);
  return { markdown: `![${escapeText(alt, '', '', true)}](${destination(path)})`, alt, link: named.get('link') ?? '' };
}

/** The path of a file below a folder, unless it is an address or begins at the root. */
export function belowFolder(path: string, folder: string): string {
  if (folder === '' || /^(?:[a-z][a-z\d+.-]*:|\/)/i.test(path)) return path;
  return `${folder.replace(/\/$/, '')}/${path}`;
}

/** Asciidoctor's text for an image that has none: the name of its file, in words. */
function nameOf(target: string): string {
  const file = target.slice(target.lastIndexOf('/') + 1);
  const dot = file.lastIndexOf('.');
  return (dot > 0 ? file.slice(0, dot) : file).replaceAll(/[-_]/g, ' ');
}
