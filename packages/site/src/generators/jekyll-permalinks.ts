/** Properties of a page, post or document of a collection that its URL can contain. */
export interface PermalinkSource {
  /** `pages`, `posts`, or the name of the collection. */
  readonly type: string;
  /** Path without extension, relative to the site's folder for a page, and to the folder of the collection for a document. For a post, its title. */
  readonly path: string;
  readonly date?: { readonly year: string; readonly month: string; readonly day: string };
  readonly categories: readonly string[];
  readonly slug: string | undefined;
}

/** The permalink styles of Jekyll, each with the pattern that it represents. */
const STYLES: ReadonlyMap<string, string> = new Map([
  ['date', '/:categories/:year/:month/:day/:title:output_ext'],
  ['pretty', '/:categories/:year/:month/:day/:title/'],
  ['ordinal', '/:categories/:year/:y_day/:title:output_ext'],
  ['weekdate', '/:categories/:year/W:week/:short_day/:title:output_ext'],
  ['none', '/:categories/:title:output_ext'],
]);

/**
 * Returns the URL path of a page.
 * @param permalink permalink of the page or of its collection; undefined for the default
 * @param style permalink style of the site, which also decides how default URLs end
 * @param folder folder of a page
 */
export function createPermalink(
  source: PermalinkSource,
  permalink: string | undefined,
  style: string,
  folder: string,
): string | undefined {
  const pattern =
    permalink === undefined ? getDefaultPattern(source, style, folder) : (STYLES.get(permalink) ?? permalink);
  const { year = '', month = '', day = '' } = source.date ?? {};
  const name = source.path.slice(source.path.lastIndexOf('/') + 1);
  const values: Readonly<Record<string, string>> = {
    collection: source.type,
    path: source.path,
    basename: name,
    name: slugify(name),
    title: slugifyTitle(source.slug ?? name),
    slug: slugify(source.slug ?? name),
    categories: source.categories.map((category) => category.toLowerCase()).join('/'),
    slugified_categories: source.categories.map(slugify).join('/'),
    year,
    month: month.padStart(2, '0'),
    i_month: month.replace(/^0/, ''),
    day: day.padStart(2, '0'),
    i_day: day.replace(/^0/, ''),
    short_year: year.slice(-2),
    y_day: countDays(year, month, day),
    output_ext: '.html',
  };
  let isKnown = true;
  const address = pattern.replaceAll(/:([a-z_]+)/g, (_placeholder, written: string) => {
    const key = Object.hasOwn(values, written) ? written : undefined;
    if (key === undefined) isKnown = false;
    return key === undefined ? '' : (values[key] ?? '');
  });
  if (!isKnown) return undefined;
  return `/${address}`.replaceAll(/\/{2,}/g, '/').replace(/\/index(?:\.html)?$/, '/');
}

function getDefaultPattern({ type, path }: PermalinkSource, style: string, folder: string): string {
  if (type === 'posts') return STYLES.get(style) ?? style;
  if (type === 'pages' && /(?:^|\/)(?:index|readme)$/i.test(path)) return `/${folder}/`;
  const isPretty = style === 'pretty' || (!STYLES.has(style) && style.endsWith('/'));
  const end = isPretty ? '/' : STYLES.has(style) || style.endsWith(':output_ext') ? ':output_ext' : '';
  return `${type === 'pages' ? '' : '/:collection'}/:path${end}`;
}

/** Returns the day of the year with three digits. */
function countDays(year: string, month: string, day: string): string {
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
  return String(Math.round((date - Date.UTC(Number(year), 0, 0)) / 86_400_000)).padStart(3, '0');
}

/** Returns a title as in URLs. Unlike in other parts of a URL, Jekyll keeps the case and characters such as dots. */
function slugifyTitle(text: string): string {
  return text.replaceAll(/[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+/gu, '-').replaceAll(/^-|-$/g, '');
}

function slugify(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase();
}
