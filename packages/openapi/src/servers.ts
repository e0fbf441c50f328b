import { getObjectAt, getProperty, getTextAt, isObject } from './json-value.ts';
import { getInnermostList } from './path-items.ts';

/** Maximum number of base paths of one list of servers. The values of several variables multiply. */
const MAX_BASE_PATHS = 20;
/** Base for relative URLs if the URL of the document is unknown. */
const UNKNOWN_LOCATION = 'http://localhost/';

/** A variable of a server's URL. */
export interface ServerVariable {
  readonly name: string;
  readonly default?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
}

/** A server of the API. */
export interface ApiServer {
  /** URL as written in the document, with `{variables}`. */
  readonly url: string;
  readonly name?: string;
  readonly description?: string;
  readonly variables: readonly ServerVariable[];
}

/** Returns the servers of the innermost level that has servers: the operation, its path, or the document. */
export function listServers(...levels: readonly unknown[]): ApiServer[] {
  return getInnermostList('servers', ...levels).flatMap((server) => {
    if (!isObject(server)) return [];
    const [name, description] = [getTextAt(server, 'name'), getTextAt(server, 'description')];
    return [
      {
        // The document's own location is the default.
        url: getTextAt(server, 'url')?.trim() || '/',
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
        variables: Object.entries(getObjectAt(server, 'variables')).map(toVariable),
      },
    ];
  });
}

function toVariable([name, variable]: [string, unknown]): ServerVariable {
  const defaultValue = toText(getProperty(variable, 'default'));
  const values = getProperty(variable, 'enum');
  const description = getTextAt(variable, 'description');
  return {
    name,
    ...(defaultValue === undefined ? {} : { default: defaultValue }),
    ...(Array.isArray(values) ? { enum: values.map(toText).filter((each) => each !== undefined) } : {}),
    ...(description === undefined ? {} : { description }),
  };
}

/** Returns the text of a value. Unquoted numbers such as a port or a version are common. */
function toText(value: unknown): string | undefined {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

/**
 * Returns the paths of the servers' URLs without a trailing slash, with each value of their variables. A variable without a list of values that is a
 * whole segment remains in the path as a parameter, such as `/{tenant}`, because requests can have any value there.
 */
export function getBasePaths(document: unknown, servers: readonly ApiServer[]): string[] {
  const location = URL.parse(getTextAt(document, '$self') ?? '', UNKNOWN_LOCATION)?.href ?? UNKNOWN_LOCATION;
  const paths = servers.flatMap((server) => expandUrl(server).flatMap((url) => getPath(url, location)));
  return [...new Set(paths)].slice(0, MAX_BASE_PATHS);
}

/** Returns the URL with each combination of the values of its variables. */
function expandUrl({ url, variables }: ApiServer): string[] {
  let urls = [url];
  for (const { name, default: defaultValue, enum: values = [] } of variables) {
    const placeholder = `{${name}}`;
    // Only variables in the path can be parameters. Elsewhere, any value results in the same path.
    const isSegment = values.length === 0 && /^[^/]*$/.test(defaultValue ?? '') && hasSegment(url, placeholder);
    if (isSegment || !url.includes(placeholder)) continue;
    const allValues =
      values.length > 0 ? [...values, ...(defaultValue === undefined ? [] : [defaultValue])] : [defaultValue ?? 'x'];
    const expanded = urls.flatMap((each) => allValues.map((value) => each.replaceAll(placeholder, () => value)));
    urls = [...new Set(expanded)].slice(0, MAX_BASE_PATHS);
  }
  return urls;
}

function hasSegment(url: string, placeholder: string): boolean {
  const path = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  return path.split('/').includes(placeholder) && !(path === url && path.startsWith(placeholder));
}

function getPath(url: string, location: string): string[] {
  const parsedUrl = URL.parse(url, location);
  if (!parsedUrl) return [];
  return [parsedUrl.pathname.replaceAll('%7B', '{').replaceAll('%7D', '}').replace(/\/+$/, '')];
}
