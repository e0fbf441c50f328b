import type { Address, Reference, ResolvedTarget, Site, Warning } from '@context-sync/reading';
import type { ExpandedText } from '../page/read-document.ts';
import type { ResolveLink } from '../rewrite/link-edits.ts';
import { PAGE_REFERENCE } from '../rewrite/shortcode-edits.ts';
import { resolveLinkedFile, resolveLinkTarget } from './link-target.ts';

/** A link of the document to a file of the repository. */
export interface FileLink {
  /** The URL as written in the document. */
  readonly url: string;
  /** Path of the file from the repository root, without query and fragment. */
  readonly file: string;
}

/** Resolves the links of one document, and records linked files and broken links. */
export interface LinkResolver {
  readonly target: ResolveLink;
  /** Returns the links to files, each URL once. Returns an empty list if a site checks the links. */
  links(): FileLink[];
  /**
   * Returns one warning for each cause of broken links.
   * @param expanded the document with the files that it includes
   */
  warnings(expanded?: ExpandedText): Warning[];
}

/** A cause of broken links, such as a missing file. */
interface Cause {
  /** The first broken reference, as written in the document. */
  readonly target: string;
  readonly kind: 'link' | 'image';
  count: number;
}

/** Maximum number of causes that are reported for one document. Further causes are only counted. */
const MAX_CAUSES = 50;

/** Matches URLs of other sites. Does not match the schemes of DocFX and MyST, which refer to pages and labels of the same site. */
const EXTERNAL_URL = /^(?:(?!(?:xref|project|path|inv):)[a-z][a-z\d+.-]*:|\/\/)/i;
/** Matches template expressions, whose value only the site generator can compute. */
const EXPRESSION_PATTERN = /[{}]/;
const IMAGE_PATTERN = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|mp4|webm)(?=$|[?#\s])/i;

/**
 * Creates a resolver for the links of a document. Returns undefined if neither the URLs of the docs nor the site are known, in which case links stay unchanged.
 */
export function createLinkResolver(
  path: string,
  text: string,
  address: Address,
  site: Site | undefined,
): LinkResolver | undefined {
  const hasAddress = address.siteUrl !== undefined || address.repositoryUrl !== undefined;
  if (site) return onSite(path, text, site, hasAddress);
  if (!hasAddress) return undefined;
  const links = new Map<string, FileLink>();
  const resolveWritten = (target: string) => {
    const url = getReference(target).target;
    const file = resolveLinkedFile(url, path);
    if (file !== undefined) links.set(url, { url, file });
    return resolveLinkTarget(url, path, address);
  };
  return { target: resolveWritten, links: () => [...links.values()], warnings: () => [] };
}

function onSite(path: string, text: string, site: Site, hasAddress: boolean): LinkResolver {
  const causes = new Map<string, Cause>();
  const uncheckedCounts = new Map<string, number>();
  const resolvedTargets = new Map<string, ResolvedTarget>();
  let otherCount = 0;
  const resolveWritten = (written: string) => {
    if (written === '' || EXTERNAL_URL.test(written)) return written;
    const reference = getReference(written);
    if (EXPRESSION_PATTERN.test(reference.target)) return undefined;
    const resolution = resolvedTargets.get(written) ?? site.resolve(path, reference);
    resolvedTargets.set(written, resolution);
    const { url, problem, unchecked } = resolution;
    if (unchecked !== undefined) uncheckedCounts.set(unchecked, (uncheckedCounts.get(unchecked) ?? 0) + 1);
    if (problem !== undefined) {
      const cause = causes.get(problem);
      if (cause) cause.count += 1;
      else if (causes.size >= MAX_CAUSES) otherCount += 1;
      else causes.set(problem, { target: reference.target, kind: getKind(problem), count: 1 });
    }
    // Without a base URL, the site returns no URL for a valid link, so the link stays unchanged.
    return url ?? (hasAddress || problem !== undefined ? undefined : reference.target);
  };
  const listWarnings = (expandedText?: ExpandedText) => {
    const linkWarnings = [...causes].map(([problem, { target: url, kind, count }]): Warning => {
      const line = getLine(text, url) ?? findIncludingLine(expandedText, url) ?? 1;
      const repeatNote = count > 1 ? ` (${count} ${kind}s)` : '';
      return { line, kind, message: `broken ${kind}: ${problem}${repeatNote}` };
    });
    if (otherCount > 0) linkWarnings.push({ line: 1, kind: 'link', message: `${otherCount} more broken links` });
    for (const [message, count] of uncheckedCounts) linkWarnings.push({ line: 1, kind: 'unchecked', message, count });
    return linkWarnings;
  };
  return { target: resolveWritten, links: () => [], warnings: listWarnings };
}

function getKind(problem: string): Cause['kind'] {
  return IMAGE_PATTERN.test(problem) ? 'image' : 'link';
}

function getReference(target: string): Reference {
  return target.startsWith(PAGE_REFERENCE)
    ? { kind: 'ref', target: target.slice(PAGE_REFERENCE.length) }
    : { kind: 'url', target: target.includes('\\') ? target.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1') : target };
}

/** Returns the line that includes the file with the URL. */
function findIncludingLine(expanded: ExpandedText | undefined, url: string): number | undefined {
  const line = expanded && getLine(expanded.text, url);
  return line === undefined ? undefined : expanded?.lines[line - 1];
}

/** Returns the line of the first occurrence of the URL, from 1; undefined if the text does not contain it. */
function getLine(text: string, url: string): number | undefined {
  const inline = text.indexOf(`](${url}`);
  // AsciiDoc and reStructuredText write references within the document without the number sign.
  const writtenUrl = text.includes(url) ? url : url.replace(/^#/, '');
  const position = inline < 0 ? text.indexOf(writtenUrl) : inline;
  if (position < 0) return undefined;
  let line = 1;
  for (
    let newlineAt = text.indexOf('\n');
    newlineAt >= 0 && newlineAt < position;
    newlineAt = text.indexOf('\n', newlineAt + 1)
  )
    line += 1;
  return line;
}
