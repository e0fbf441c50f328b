/** Where a reader finds the document. */
export interface Address {
  /** Public URL of the docs site; pages are below it by their path without extension. */
  readonly siteUrl?: string;
  /** URL that a path in the repository is appended to, such as `https://github.com/octo/api/blob/main/`. */
  readonly repositoryUrl?: string;
  /** The docs folder, which is the root of the site. */
  readonly root?: string;
}

const INDEX = /(^|\/)(?:index|readme)$/i;

/** The address of a document; undefined where neither a site nor a repository is known. */
export function pageAddress(path: string, { siteUrl, repositoryUrl, root = '' }: Address): string | undefined {
  if (siteUrl) {
    const inside = root !== '' && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
    const page = inside.replace(/\.[^./]+$/, '').replace(INDEX, '$1');
    return `${withSlash(siteUrl)}${encodePath(page)}`;
  }
  return repositoryUrl ? `${withSlash(repositoryUrl)}${encodePath(path)}` : undefined;
}

/** The address of a section of the page. */
export function sectionAddress(page: string, slug: string): string {
  return slug === '' ? page : `${page}#${encodeURIComponent(slug)}`;
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`;
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
