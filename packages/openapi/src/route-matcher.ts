/** The operations of an OpenAPI document whose requests are matched. */
export interface DescribedRoutes {
  /** Paths of the servers, such as `/v1`, without a trailing slash. */
  readonly basePaths: readonly string[];
  readonly operations: readonly {
    readonly method: string;
    readonly path: string;
    readonly operationId?: string | undefined;
  }[];
}

interface RouteNode {
  readonly literals: Map<string, RouteNode>;
  /** Child nodes for segments with a parameter, such as `{id}` or `{id}.json`. */
  readonly templates: { readonly before: string; readonly after: string; readonly node: RouteNode }[];
  path: string | undefined;
}

/** Matches request paths to the paths of an OpenAPI document. A literal segment takes precedence over a parameter. */
export class RouteMatcher {
  readonly #root = createNode();
  readonly #basePaths: readonly string[];
  readonly #operationIds = new Map<string, string>();
  readonly #methods = new Map<string, string[]>();

  constructor({ basePaths, operations }: DescribedRoutes) {
    // A path also matches without a base path, because a proxy may have removed the base path.
    this.#basePaths = [...new Set([...basePaths, ''])].sort((a, b) => b.length - a.length);
    for (const { method, path, operationId } of operations) {
      this.#add(path);
      this.#methods.set(path, [...(this.#methods.get(path) ?? []), method.toUpperCase()]);
      if (operationId !== undefined) this.#operationIds.set(`${method} ${path}`, operationId);
    }
  }

  /** Returns the path template of the document that matches a request path; undefined if no path matches. */
  match(path: string): string | undefined {
    for (const base of this.#basePaths) {
      if (base !== '' && path !== base && !path.startsWith(`${base}/`)) continue;
      const match = find(this.#root, getSegments(path.slice(base.length) || '/'), 0);
      if (match !== undefined) return match;
    }
    return undefined;
  }

  /** Whether the document defines any operation. */
  get hasRoutes(): boolean {
    return this.#methods.size > 0;
  }

  /** Base paths of the document's servers, and an empty path. A request path starts with one of them. */
  get basePaths(): readonly string[] {
    return this.#basePaths;
  }

  operationId(method: string, route: string): string | undefined {
    return this.#operationIds.get(`${method} ${route}`);
  }

  /** Returns the methods that the document defines for a path. */
  methodsOf(path: string): readonly string[] {
    return this.#methods.get(path) ?? [];
  }

  /** Returns the endpoint of an operation; undefined if the document does not define the operation. */
  endpointOf(operationId: string): { method: string; route: string } | undefined {
    for (const [name, id] of this.#operationIds) {
      const space = name.indexOf(' ');
      if (id === operationId) return { method: name.slice(0, space), route: name.slice(space + 1) };
    }
    return undefined;
  }

  #add(path: string): void {
    let node = this.#root;
    for (const segment of getSegments(path)) node = getChild(node, segment);
    node.path ??= path;
  }
}

function getChild(node: RouteNode, segment: string): RouteNode {
  const braceAt = segment.indexOf('{');
  if (braceAt >= 0) {
    const [before, after] = [segment.slice(0, braceAt), segment.slice(segment.lastIndexOf('}') + 1)];
    const templateChild = node.templates.find((each) => each.before === before && each.after === after);
    if (templateChild) return templateChild.node;
    const child = createNode();
    node.templates.push({ before, after, node: child });
    // Templates with longer literal parts come first, so that `{id}.json` takes precedence over `{id}`.
    node.templates.sort((a, b) => b.before.length + b.after.length - a.before.length - a.after.length);
    return child;
  }
  const literalChild = node.literals.get(segment);
  if (literalChild) return literalChild;
  const child = createNode();
  node.literals.set(segment, child);
  return child;
}

/** Returns the path template that matches the segments. Visits each node of the document's paths at most once. */
function find(node: RouteNode, segments: readonly string[], index: number): string | undefined {
  const segment = segments[index];
  if (segment === undefined) return node.path;
  const literalChild = node.literals.get(segment);
  const match = literalChild && find(literalChild, segments, index + 1);
  if (match !== undefined) return match;
  for (const { before, after, node: child } of node.templates) {
    const matchesTemplate =
      segment.length > before.length + after.length && segment.startsWith(before) && segment.endsWith(after);
    const deeperMatch = matchesTemplate ? find(child, segments, index + 1) : undefined;
    if (deeperMatch !== undefined) return deeperMatch;
  }
  return undefined;
}

function getSegments(path: string): string[] {
  const trimmedPath = path.length > 1 ? path.replace(/\/+$/, '') : path;
  return trimmedPath.split('/').slice(1);
}

function createNode(): RouteNode {
  return { literals: new Map(), templates: [], path: undefined };
}
