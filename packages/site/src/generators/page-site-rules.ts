import type { Reference } from '@context-sync/reading';
import type { DocumentFacts } from '../facts/document-facts.ts';
import type { Rules, Target } from '../generator-rules.ts';
import { type AnchorRule, GITHUB_ANCHORS } from '../heading-anchors.ts';
import type { Lookup } from '../reference-lookup.ts';
import { getPathInside, resolvePath, splitTarget } from '../repository-paths.ts';

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/** Properties that differ between the rules of generators. */
export interface SiteOptions {
  readonly generator: string;
  readonly folder: string;
  readonly anchors?: AnchorRule;
  readonly attributes?: ReadonlyMap<string, string>;
  /** Returns whether the document belongs to the site. The default is all documents in the folder. */
  covers?(path: string): boolean;
  readonly linkBase?: string;
  readonly addsLinkBase?: boolean;
  /** Whether the router of the site ignores the case of URL paths. */
  readonly ignoresCase?: boolean;
  readonly assets?: readonly string[];
  getAddress(path: string, facts: DocumentFacts): string | undefined;
  locate(reference: Reference, question: ReferenceQuestion): Target | undefined;
  namesFromPath?(path: string): readonly string[];
  namesFromFacts?(path: string, facts: DocumentFacts): readonly string[];
  includePath?(from: string, target: string, lookup: Lookup): string | undefined;
}

/** Context of a reference that is being resolved. */
export interface ReferenceQuestion {
  readonly from: string;
  readonly lookup: Lookup;
  /** Returns the page at a URL path. The path may lack a trailing slash, `index` or `.html`. */
  findPage(address: string): string | undefined;
  /** Returns the URL path of a page; undefined if the page is not published. */
  getAddress(path: string): string | undefined;
}

/** Creates the rules of a site whose pages have URLs. */
export function createSiteRules(options: SiteOptions): Rules {
  const { folder, getAddress } = options;
  const normalize = (address: string) =>
    options.ignoresCase === true ? normalizeAddress(address).toLowerCase() : normalizeAddress(address);
  const getName = (address: string) => `address:${folder}:${normalize(address)}`;
  const getAddresses = (path: string, facts: DocumentFacts) => {
    const pageAddresses = getAddress(path, facts);
    if (pageAddresses === undefined) return [];
    const aliases = (facts.aliases ?? []).map((alias) => createAliasAddress(alias, pageAddresses));
    return [pageAddresses, ...aliases];
  };
  return {
    generator: options.generator,
    folder,
    anchors: options.anchors ?? GITHUB_ANCHORS,
    attributes: options.attributes ?? NO_ATTRIBUTES,
    covers: options.covers ?? ((path) => getPathInside(folder, path) !== undefined),
    getAddress,
    namesFromPath: (path) => {
      const address = getAddress(path, {});
      return [...(address === undefined ? [] : [getName(address)]), ...(options.namesFromPath?.(path) ?? [])];
    },
    namesFromFacts: (path, facts) => {
      const hasOwn = facts.address !== undefined || facts.aliases !== undefined;
      const addresses = hasOwn ? getAddresses(path, facts).map(getName) : [];
      return [...addresses, ...(options.namesFromFacts?.(path, facts) ?? [])];
    },
    locate: (from, reference, lookup) => {
      const question: ReferenceQuestion = {
        from,
        lookup,
        getAddress: (path) => getAddress(path, lookup.facts(path) ?? {}),
        findPage: (address) => {
          const normalizedAddress = normalize(address);
          return lookup.findByName(getName(address)).find((path) => {
            const facts = lookup.facts(path);
            return !facts || getAddresses(path, facts).some((own) => normalize(own) === normalizedAddress);
          });
        },
      };
      const target = options.locate(reference, question);
      if (reference.kind !== 'url' || !target || !('problem' in target)) return target;
      return locateAsset(reference.target, question, options) ?? target;
    },
    linkBase: options.linkBase ?? '',
    addsLinkBase: options.addsLinkBase ?? false,
    assets: options.assets ?? [],
    ...(options.includePath ? { includePath: options.includePath } : {}),
  };
}

/** Returns the published file at the URL that a browser computes from the link, which generators do not check. */
function locateAsset(
  target: string,
  { from, lookup, getAddress }: ReferenceQuestion,
  options: SiteOptions,
): Target | undefined {
  const { path, query, fragment } = splitTarget(target);
  const { assets = [], linkBase = '' } = options;
  const address = resolveAddress(path, getAddress(from) ?? '/');
  if (address === undefined || assets.length === 0 || !/\.[a-z\d]{1,6}$/i.test(address)) return undefined;
  const local = linkBase !== '' && address.startsWith(`${linkBase}/`) ? address.slice(linkBase.length) : address;
  // Components often add the base path of the site to the path of a file.
  const names = path === local || path.startsWith('.') ? [local] : [local, path];
  for (const folder of assets)
    for (const name of names) {
      const file = resolvePath(folder, name.replace(/^\//, ''));
      if (file !== undefined && lookup.isFile(file)) return { path: file, query, fragment };
    }
  return undefined;
}

/** Returns a URL path without the parts that a link may omit, such as `index.html`. */
export function normalizeAddress(address: string): string {
  return address
    .replace(/\/+$/, '')
    .replace(/\.(?:html|mdx?)$/, '')
    .replace(/\/index$/, '');
}

/** Resolves a URL path relative to the URL path of a page. Returns undefined if the result is outside of the site. */
export function resolveAddress(address: string, base: string): string | undefined {
  if (address.startsWith('/')) return address;
  const resolvedPath = resolvePath(base.slice(0, base.lastIndexOf('/')).replace(/^\//, ''), address);
  return resolvedPath === undefined ? undefined : `/${resolvedPath}`;
}

function createAliasAddress(alias: string, own: string): string {
  return alias.startsWith('/') ? alias : (resolveAddress(alias, own.replace(/\/$/, '')) ?? alias);
}

/** Returns the target of a link for which neither a page nor a file exists. */
export function createMissingTarget(path: string): Target {
  return { problem: `${path} does not exist` };
}
