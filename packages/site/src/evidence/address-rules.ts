const MAX_ADDRESSES = 20_000;
const MAX_WILDCARDS = 4;
/** A URL path that no pattern names, so that only patterns of all pages match it. */
const ANY_ADDRESS = '/any-page-of-the-site/any-page';

/** A set of URL paths. */
export interface AddressRules {
  readonly exact: ReadonlySet<string>;
  readonly patterns: readonly RegExp[];
}

/**
 * Creates the set of the URL paths that match any of the sources. A source can contain `*`, `:name`, and a group at its end. Sources that match the URL paths of
 * all pages are omitted.
 */
export function createAddressRules(sources: readonly string[]): AddressRules {
  const exact = new Set<string>();
  const patterns: RegExp[] = [];
  for (const source of sources.slice(0, MAX_ADDRESSES)) {
    if (!/[*:(\\^$[]/.test(source)) exact.add(normalize(source));
    else if (source.split(/[*:(]/).length <= MAX_WILDCARDS + 1) {
      const pattern = createPattern(source);
      if (!pattern.test(ANY_ADDRESS)) patterns.push(pattern);
    }
  }
  return { exact, patterns };
}

export function hasAddress({ exact, patterns }: AddressRules, address: string): boolean {
  const page = normalize(address);
  return exact.has(page) || patterns.some((pattern) => pattern.test(page));
}

/** Converts a source with `*`, `:name` or a group to an expression. Other regular expressions are reduced to the text in front of them. */
function createPattern(source: string): RegExp {
  const body = source
    .replace(/\/?(?:\(\/?\.\*\)\??|\.\*|:\w+\*|\*)\$?$/, '\u0000')
    .replaceAll(/\/?:\w+\([^()]*\)|\([^()]*\)|:\w+|\*/g, (found) => `${found.startsWith('/') ? '/' : ''}\u0001`)
    .replace(/[\\$^[(].*$/s, '\u0000')
    .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/\/?$/, '')
    .replaceAll('\u0000', '(?:/.*|)')
    .replaceAll('\u0001', '[^/]*');
  return new RegExp(`^${body}$`, 'i');
}

function normalize(address: string): string {
  return address.replace(/(?:\/index)?(?:\.html)?\/*$/, '').toLowerCase();
}
