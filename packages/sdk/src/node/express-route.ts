import type { IncomingMessage } from 'node:http';

type ExpressRequest = IncomingMessage & { params?: unknown };
type GetRoute = () => string | undefined;

const observedRequests = new WeakMap<IncomingMessage, GetRoute>();

/**
 * Observes which route Express selects for a request. Express restores `baseUrl` when a router ends, and does not keep the templates at which routers
 * are mounted, so both are read when Express assigns `baseUrl` and `route`.
 * @returns a function that returns the template; undefined if no route matched or the path of the route is a regular expression
 */
export function observeExpressRoute(req: IncomingMessage): GetRoute {
  const existing = observedRequests.get(req);
  if (existing !== undefined) return existing;
  let route: string | undefined;
  const initialUrl = String(Reflect.get(req, 'baseUrl') ?? '');
  /** The template of each mount path of the request; undefined if it cannot be known. */
  const templates = new Map([[initialUrl, formatMountPath(initialUrl, req)]]);
  observeProperty(req, 'baseUrl', (value, previous) => {
    const [url, parent] = [String(value), String(previous ?? '')];
    if (url.length <= parent.length || !url.startsWith(parent)) return;
    const [base, part] = [templates.has(parent) ? templates.get(parent) : parent, url.slice(parent.length)];
    const template = formatMountPath(part, req);
    templates.set(url, base === undefined || template === undefined ? undefined : base + template);
  });
  observeProperty(req, 'route', (value) => {
    const base = templates.get(String(Reflect.get(req, 'baseUrl') ?? ''));
    const path = selectPath(value, req.url ?? '/');
    route = base === undefined || path === undefined ? undefined : joinPaths(base, path);
  });
  const getRoute = () => route;
  observedRequests.set(req, getRoute);
  return getRoute;
}

/** Calls a function before a property is assigned. The property behaves like a data property. */
function observeProperty(target: object, name: string, onAssign: (value: unknown, previous: unknown) => void): void {
  let current: unknown = Reflect.get(target, name);
  Object.defineProperty(target, name, {
    configurable: true,
    enumerable: true,
    get: () => current,
    set(value: unknown) {
      const previous = current;
      current = value;
      onAssign(value, previous);
    },
  });
}

/** Returns the path of a route that matches, if it is a text. A route can have several paths. */
function selectPath(route: unknown, url: string): string | undefined {
  const path: unknown = typeof route === 'object' && route !== null && 'path' in route ? route.path : undefined;
  if (typeof path === 'string') return path;
  if (!Array.isArray(path)) return undefined;
  const texts = path.filter((each) => typeof each === 'string');
  const requestPath = url.split(/[?#]/)[0] ?? '';
  const matching = texts.find((each) => matchesTemplate(each, requestPath));
  return matching ?? (texts.length === path.length ? texts[0] : undefined);
}

/** Matches the parts of a template of Express 4 or 5: an optional group, a wildcard, a parameter with or without an expression, other characters. */
const TEMPLATE_PART =
  /(?<group>[{}])|(?<wildcard>\*\w*)|\/?:(?<parameter>\w+)(?<expression>\([^)]*\))?(?<optional>\?)?|[^{}*:]/g;

function matchesTemplate(template: string, path: string): boolean {
  const pattern = template.replaceAll(TEMPLATE_PART, (part: string, ...rest: readonly unknown[]) => {
    const {
      group,
      wildcard,
      parameter,
      expression = '[^/]+?',
      optional = '',
    } = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    if (group !== undefined) return group === '{' ? '(?:' : ')?';
    if (wildcard !== undefined) return '.*';
    if (parameter === undefined) return part.replaceAll(/[.+?^$()|[\]\\]/g, '\\$&');
    return `(?:${part.startsWith('/') ? '/' : ''}${expression})${optional}`;
  });
  try {
    return new RegExp(`^${pattern}/?$`, 'i').test(path);
  } catch {
    return false;
  }
}

/** Replaces the values in the path at which a router is mounted with the names of their parameters. */
function formatMountPath(path: string, req: ExpressRequest): string | undefined {
  const { params } = req;
  let parts = path.split('/').map(decode);
  for (const [name, value] of Object.entries(typeof params === 'object' && params !== null ? params : {})) {
    // Express numbers the groups of a regular expression.
    if (/^\d+$/.test(name)) return undefined;
    if (typeof value !== 'string') continue;
    const index = parts.indexOf(value);
    if (index > 0) parts = parts.with(index, `:${name}`);
  }
  return parts.join('/');
}

function joinPaths(base: string, path: string): string {
  const route = `${base}${path === '/' ? '' : path}`;
  return route === '' ? '/' : route;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
