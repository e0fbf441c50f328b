import type { Address } from '@context-sync/reading';

const INDEX_PATTERN = /(^|\/)(?:index|readme)$/i;

/** Returns the URL of a document; undefined if neither the URL of the site nor the URL of the repository is known. */
export function createPageUrl(path: string, { siteUrl, repositoryUrl, root = '' }: Address): string | undefined {
  if (siteUrl) {
    const relativeFile = root !== '' && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
    const page = relativeFile.replace(/\.[^./]+$/, '').replace(INDEX_PATTERN, '$1');
    return `${addTrailingSlash(siteUrl)}${encodePath(page)}`;
  }
  return repositoryUrl ? `${addTrailingSlash(repositoryUrl)}${encodePath(path)}` : undefined;
}

/** Returns the URL of a section of the page. */
export function createSectionUrl(page: string, slug: string): string {
  return slug === '' ? page : `${page}#${encodeURIComponent(slug)}`;
}

function addTrailingSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`;
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
