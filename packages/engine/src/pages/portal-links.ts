import type { Reference, ResolvedTarget } from '@context-sync/reading';
import type { SiteIndex } from '@context-sync/site';

/** The target of a link or image of a page. It is resolved when all pages are converted. */
export interface LinkTarget {
  readonly file: string;
  readonly anchor: string | undefined;
  /** Title of the target heading. It identifies the heading if the heading has another id in the portal. */
  readonly title: string | undefined;
  /** The URL that the link has outside of the portal. */
  readonly url: string | undefined;
}

/** Scheme of the placeholder URLs that replace links until all pages are converted. No document contains this scheme. */
const SCHEME = 'x-context-sync-link';
const PLACEHOLDER = new RegExp(`${SCHEME}:(\\d{1,9})(?!\\d)`, 'g');

/** Matches links that conversion has added, to the footnotes and citations of the same page. */
const FOOTNOTE = /^#footnote-[\p{L}\p{N}_-]+$/u;

/** Collects the links of pages to files of the repository. */
export class PortalLinks {
  readonly #targets: LinkTarget[] = [];
  readonly #index: SiteIndex;

  constructor(index: SiteIndex) {
    this.#index = index;
  }

  /** Resolves a reference according to the rules of the site. The URL of a target in the repository is a placeholder, which `replace` resolves. */
  resolve(from: string, reference: Reference): ResolvedTarget {
    if (reference.kind === 'url' && FOOTNOTE.test(reference.target)) return { url: reference.target };
    const resolvedTarget = this.#index.resolve(from, reference);
    // Without the URL of the site, a link with an unknown target would be broken in the portal.
    if (resolvedTarget.unchecked !== undefined)
      return isAbsolute(resolvedTarget.url) ? resolvedTarget : { unchecked: resolvedTarget.unchecked };
    const { path, anchor, title } = this.#index.locate(from, reference);
    if (path === undefined) return resolvedTarget;
    this.#targets.push({ file: path, anchor, title, url: resolvedTarget.url });
    return { ...resolvedTarget, url: `${SCHEME}:${this.#targets.length - 1}` };
  }

  /** Replaces the placeholders in a text. */
  replace(markdown: string, getAddress: (target: LinkTarget) => string): string {
    return markdown.replaceAll(PLACEHOLDER, (placeholder, number: string) => {
      const target = this.#targets[Number(number)];
      return target ? getAddress(target) : placeholder;
    });
  }
}

function isAbsolute(url: string | undefined): boolean {
  return url !== undefined && /^[a-z][a-z\d+.-]*:|^\/\//i.test(url);
}
