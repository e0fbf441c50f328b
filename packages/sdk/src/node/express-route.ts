import type { IncomingMessage } from 'node:http';
import {
  decode,
  type ExpressMount,
  findMount,
  getProperty,
  getStack,
  listInnerPrototypes,
  type Stack,
} from './express-mounts.ts';

type GetRoute = () => string | undefined;

/** Keys of the properties that all copies of the SDK in a process share. */
const OBSERVER = Symbol.for('context-sync.express-observer');
const VALUES = {
  baseUrl: Symbol.for('context-sync.express-base-url'),
  route: Symbol.for('context-sync.express-route'),
} as const;
type ObservedName = keyof typeof VALUES;

type ExpressRequest = IncomingMessage & {
  readonly params?: unknown;
  readonly app?: unknown;
  [OBSERVER]?: RouteObserver | undefined;
  [key: symbol]: unknown;
};

/**
 * Observes which route Express selects for a request. Express restores `baseUrl` when a router ends, and does not keep the templates at which routers are
 * mounted for each request, so the SDK reads `baseUrl` and the templates when Express assigns
 * `baseUrl` and `route`.
 * @returns a function that returns the template; undefined if no route matched or the path of the route is a regular expression
 */
export function observeExpressRoute(request: IncomingMessage): GetRoute {
  const req = request as ExpressRequest;
  const observer = req[OBSERVER] ?? createObserver(req);
  req[OBSERVER] = observer;
  return () => observer.route;
}

function createObserver(req: ExpressRequest): RouteObserver {
  const prototype = findApplicationPrototype(req);
  for (const name of ['baseUrl', 'route'] as const) {
    if (prototype !== undefined && !Object.hasOwn(prototype, name)) {
      for (const each of [prototype, ...listInnerPrototypes(req.app)]) defineObserved(each, name);
    }
    // The first request of an application already has its values. Every other request inherits the observed properties, because a property
    // that is redefined in a request makes every later access to the request slower.
    if (prototype === undefined || Object.hasOwn(req, name)) {
      req[VALUES[name]] = Reflect.get(req, name);
      defineObserved(req, name);
    }
  }
  return new RouteObserver(req);
}

/** Returns the prototype of all requests of the outermost application; undefined for a router that is used without one. */
function findApplicationPrototype(req: ExpressRequest): object | undefined {
  let app: unknown = req.app;
  for (let parent = getProperty(app, 'parent'); parent !== undefined; parent = getProperty(app, 'parent')) app = parent;
  const prototype = getProperty(app, 'request');
  const isPrototype = typeof prototype === 'object' && prototype !== null && Object.isExtensible(prototype);
  return isPrototype && Object.prototype.isPrototypeOf.call(prototype, req) ? prototype : undefined;
}

/** Descriptors that observe an assignment, and otherwise behave like data properties. They are shared, so that V8 shares the shapes of requests. */
const DESCRIPTORS: Readonly<Record<ObservedName, PropertyDescriptor>> = {
  baseUrl: {
    configurable: true,
    enumerable: true,
    get(this: ExpressRequest) {
      return this[VALUES.baseUrl];
    },
    set(this: ExpressRequest, value: unknown) {
      const previous = this[VALUES.baseUrl];
      this[VALUES.baseUrl] = value;
      this[OBSERVER]?.onBaseUrl(value, previous);
    },
  },
  route: {
    configurable: true,
    enumerable: true,
    get(this: ExpressRequest) {
      return this[VALUES.route];
    },
    set(this: ExpressRequest, value: unknown) {
      this[VALUES.route] = value;
      this[OBSERVER]?.onRoute(value);
    },
  },
};

const defineObserved = (target: object, name: ObservedName) =>
  void Object.defineProperty(target, name, DESCRIPTORS[name]);

/** Follows the assignments of `baseUrl` and `route` of one request. */
class RouteObserver {
  route: string | undefined;
  readonly #req: ExpressRequest;
  /** The template of each mount path of the request; undefined if it cannot be known. */
  readonly #templates = new Map<string, string | undefined>();
  /** The layers of the routers that are mounted at each path of the request. */
  readonly #stacks = new Map<string, readonly Stack[]>();

  constructor(req: ExpressRequest) {
    this.#req = req;
    const url = String(req[VALUES.baseUrl] ?? '');
    this.#templates.set(url, formatMountPath(url, req));
  }

  onBaseUrl(value: unknown, previous: unknown): void {
    const [url, parent] = [String(value), String(previous ?? '')];
    if (url.length <= parent.length || !url.startsWith(parent)) return;
    const [base, part] = [this.#templates.has(parent) ? this.#templates.get(parent) : parent, url.slice(parent.length)];
    const template = this.#findTemplate(url, parent, part);
    this.#templates.set(url, base === undefined || template === undefined ? undefined : base + template);
  }

  /** Returns the template of the part of the path at which a router is mounted. */
  #findTemplate(url: string, parent: string, part: string): string | undefined {
    const mount = this.#findMount(parent, part);
    if (mount?.stack !== undefined) this.#stacks.set(url, [mount.stack]);
    // The router is called by a function of the application, or this version of Express keeps no paths.
    return mount === undefined ? formatMountPath(part, this.#req) : mount.template;
  }

  #findMount(parent: string, part: string): ExpressMount | undefined {
    const { app, params } = this.#req;
    try {
      // A mounted application hides its layers in a function, and is the application of the request while it handles the request.
      const stacks = [...(this.#stacks.get(parent) ?? []), getStack(app) ?? []];
      return findMount(stacks, part, typeof params === 'object' && params !== null ? { ...params } : {});
    } catch {
      // Express calls this function when it assigns a property, so an error would reach the application.
      return undefined;
    }
  }

  onRoute(value: unknown): void {
    const base = this.#templates.get(String(this.#req[VALUES.baseUrl] ?? ''));
    const path = selectPath(value, this.#req.url ?? '/');
    this.route = base === undefined || path === undefined ? undefined : joinPaths(base, path);
  }
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
function formatMountPath(path: string, { params }: ExpressRequest): string | undefined {
  if (path === '') return path;
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
