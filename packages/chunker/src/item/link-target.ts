import type { Address } from '@context-sync/reading';
import { createPageUrl } from './source-url.ts';

/** Extensions of documents that a site publishes as pages. Page URLs have no extension. */
const PAGE_PATTERN = /\.(?:mdx?|markdown|mdown|mkdn?|mdwn|qmd|rmd|mdoc|rst|adoc|asciidoc|ipynb)$/i;

/**
 * Returns an absolute URL for a link of the document at `path`. A link that is already absolute, points outside of the repository, or cannot be
 * resolved stays unchanged.
 */
export function resolveLinkTarget(url: string, path: string, address: Address): string {
  if (url === '' || /^[a-z][a-z\d+.-]*:/i.test(url) || url.startsWith('//')) return url;
  const suffixStart = url.search(/[?#]/);
  const target = suffixStart < 0 ? url : url.slice(0, suffixStart);
  const suffix = suffixStart < 0 ? '' : url.slice(suffixStart);
  const { siteUrl, repositoryUrl, root = '' } = address;
  if (target === '') return `${createPageUrl(path, address) ?? ''}${suffix}`;

  const isFromRoot = target.startsWith('/');
  if (isFromRoot && siteUrl) return `${siteUrl.replace(/\/$/, '')}${target.replace(PAGE_PATTERN, '')}${suffix}`;
  const base = isFromRoot ? root : path.slice(0, Math.max(path.lastIndexOf('/'), 0));
  const resolvedTarget = resolve(base, target);
  if (resolvedTarget === undefined) return url;
  if (siteUrl) return onSite(resolvedTarget, siteUrl, root, address) + suffix;
  if (!repositoryUrl) return url;
  // Page URLs on a site have no extension, but files in the repository do.
  const file = isFromRoot && !/\.[a-z\d]{1,5}$/i.test(resolvedTarget) ? `${resolvedTarget}.md` : resolvedTarget;
  return `${repositoryUrl.replace(/\/$/, '')}/${file.replaceAll(' ', '%20')}${suffix}`;
}

/**
 * Returns the file that a relative link refers to; undefined if the link refers to a page of the site, to an anchor in the document, or outside of
 * the repository.
 */
export function resolveLinkedFile(url: string, path: string): string | undefined {
  if (url === '' || url.startsWith('/') || /^[a-z][a-z\d+.-]*:/i.test(url)) return undefined;
  const target = url.replace(/[?#].*$/s, '');
  if (target === '') return undefined;
  const file = resolve(path.slice(0, Math.max(path.lastIndexOf('/'), 0)), target);
  return file === undefined ? undefined : tryDecode(file);
}

function onSite(file: string, siteUrl: string, root: string, address: Address): string {
  if (PAGE_PATTERN.test(file)) return createPageUrl(tryDecode(file), address) ?? file;
  const relativeFile = root !== '' && file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;
  return `${siteUrl.replace(/\/$/, '')}/${relativeFile}`;
}

function tryDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Resolves a path from the repository root; undefined if the path points outside of the repository. */
function resolve(folder: string, target: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of target.split('/')) {
    if (part === '..') {
      if (parts.length === 0) return undefined;
      parts.pop();
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
