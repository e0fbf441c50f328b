import { type PathPattern, restorePatterns } from './express4-template.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** A layer of a router: a route, a middleware, or a router or application that is mounted. */
interface Layer {
  readonly handle?: unknown;
  readonly route?: unknown;
  readonly regexp?: unknown;
  readonly keys?: unknown;
  readonly rawPath?: unknown;
  readonly match?: unknown;
}
export type Stack = readonly Layer[];

/** The path at which a router is mounted. */
export interface ExpressMount {
  /** The path as the application declares it; undefined if it is a regular expression. */
  readonly template: string | undefined;
  /** The layers of the router; undefined if it is not known, as for a function that calls a router. */
  readonly stack: Stack | undefined;
}

interface Match {
  readonly template: string | undefined;
  readonly params: Parameters;
}

/** The patterns of the layers of Express 4; undefined for a layer with a regular expression of the application. */
const patternsOfLayers = new WeakMap<Layer, readonly PathPattern[] | undefined>();

/** Returns the layers of a router or an application; undefined for other values. */
export function getStack(value: unknown): Stack | undefined {
  const stack = getProperty(value, 'stack');
  if (Array.isArray(stack)) return stack;
  // Express 4 keeps the router of an application in another property, and throws if `router` is read.
  const router = getProperty(value, '_router') ?? (hasLazyRouter(value) ? getProperty(value, 'router') : undefined);
  const routerStack = getProperty(router, 'stack');
  return Array.isArray(routerStack) ? routerStack : undefined;
}

const hasLazyRouter = (value: unknown) => typeof value === 'function' && !('lazyrouter' in value) && 'router' in value;

/**
 * Finds the layer with which a router selected a part of the path.
 * @param stacks the layers of the routers that can have selected it
 * @param params the parameters that Express has assigned to the request
 * @returns undefined if no layer is found, or if this version of Express does not keep its path
 */
export function findMount(stacks: readonly Stack[], path: string, params: Parameters): ExpressMount | undefined {
  for (const layer of listLayers(stacks)) {
    const match = matchLayer(layer, path);
    if (match !== undefined && Object.entries(match.params).every(([name, value]) => isSame(params[name], value))) {
      return { template: match.template, stack: getStack(layer.handle) };
    }
  }
  return undefined;
}

/** Yields the layers that can select a part of the path, including those of routers that are mounted at `/`. */
function* listLayers(stacks: readonly Stack[]): Generator<Layer> {
  for (const stack of stacks) {
    for (const layer of stack) {
      if (layer.route !== undefined) continue;
      yield layer;
      const inner = getStack(layer.handle);
      if (inner !== undefined && matchesEveryPath(layer)) yield* listLayers([inner]);
    }
  }
}

const matchesEveryPath = (layer: Layer): boolean =>
  layer.rawPath === '/' || getProperty(layer.regexp, 'fast_slash') === true;

/** Matches a complete part of the path. */
function matchLayer(layer: Layer, path: string): Match | undefined {
  // The method has no side effects in the versions that keep the path.
  if (layer.rawPath !== undefined && typeof layer.match === 'function') {
    const match: unknown = Reflect.apply(layer.match, layer, [path]);
    const pattern = getProperty(match, 'pattern');
    if (removeSlash(getProperty(match, 'path')) !== path) return undefined;
    return { template: typeof pattern === 'string' ? removeSlash(pattern) : undefined, params: toParameters(match) };
  }
  return layer.regexp instanceof RegExp && Array.isArray(layer.keys)
    ? matchExpress4(layer, layer.regexp, layer.keys, path)
    : undefined;
}

function matchExpress4(layer: Layer, regexp: RegExp, keys: PathPattern['keys'], path: string): Match | undefined {
  if (!patternsOfLayers.has(layer)) patternsOfLayers.set(layer, restorePatterns(regexp, keys));
  const patterns = patternsOfLayers.get(layer);
  if (patterns === undefined) {
    return removeSlash(regexp.exec(path)?.[0]) === path ? { template: undefined, params: {} } : undefined;
  }
  for (const pattern of patterns) {
    const match = pattern.regexp.exec(path);
    if (match === null || removeSlash(match[0]) !== path) continue;
    // Express numbers the parameters without a name again if it merges them with those of the parent.
    const named = pattern.keys.map(({ name }, index) => [name, match[index + 1]] as const);
    const params = Object.fromEntries(named.filter(([name]) => typeof name === 'string'));
    return { template: removeSlash(pattern.template), params };
  }
  return undefined;
}

const removeSlash = (path: unknown): string => String(path ?? '').replace(/\/$/, '');

function toParameters(match: unknown): Parameters {
  const params = getProperty(match, 'params');
  return typeof params === 'object' && params !== null ? { ...params } : {};
}

/** Compares values of a parameter. Express decodes them, and a wildcard has a list of values. */
function isSame(actual: unknown, expected: unknown): boolean {
  return expected === undefined || String(actual) === decode(String(expected)) || String(actual) === String(expected);
}

/** Decodes percent-encoded text, if it is valid. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns the request prototypes of the applications that a router calls. An application that another application mounts inherits its prototype, but an
 * application in a router does not.
 */
export function listInnerPrototypes(application: unknown): object[] {
  const prototypes = new Set<object>();
  const visitedStacks = new Set<Stack>();
  const visit = (stack: Stack | undefined) => {
    if (stack === undefined || visitedStacks.has(stack)) return;
    visitedStacks.add(stack);
    for (const { handle } of stack) {
      const prototype = getProperty(handle, 'request');
      if (typeof prototype === 'object' && prototype !== null && Object.isExtensible(prototype))
        prototypes.add(prototype);
      visit(getStack(handle));
    }
  };
  visit(getStack(application));
  return [...prototypes];
}

/** Returns a property of any value. */
export function getProperty(value: unknown, name: string): unknown {
  const isObject = (typeof value === 'object' || typeof value === 'function') && value !== null;
  return isObject ? Reflect.get(value, name) : undefined;
}
