/** The operations of an OpenAPI document whose requests are matched. */
export interface DescribedRoutes {
  /** Paths of the document's servers, such as `/v1` or `/{tenant}`, without a trailing slash. */
  readonly basePaths: readonly string[];
  readonly operations: readonly {
    readonly method: string;
    readonly path: string;
    readonly operationId?: string | undefined;
    /** Paths of the operation's own servers, which replace those of the document. */
    readonly basePaths?: readonly string[];
  }[];
}

/** Maximum number of base paths that are tried for each request. */
const MAX_BASE_PATHS = 200;

interface RouteNode {
  readonly literals: Map<string, RouteNode>;
  /** Child nodes for segments with a parameter, such as `{id}` or `{id}.json`. */
  readonly templates: SegmentTemplate[];
  /** Paths that end at this node. They differ only in the names of their parameters. */
  readonly paths: string[];
}

interface SegmentTemplate {
  readonly before: string;
  readonly after: string;
  readonly node: RouteNode;
}

/** Matches request paths to the paths of an OpenAPI document. A literal segment takes precedence over a parameter. */
export class RouteMatcher {
  readonly #root = createNode();
  readonly #bases: readonly { readonly path: string; readonly segments: readonly string[] }[];
  readonly #basesByPath = new Map<string, ReadonlySet<string>>();
  readonly #operationIds = new Map<string, string>();
  readonly #methods = new Map<string, string[]>();

  constructor({ basePaths, operations }: DescribedRoutes) {
    const documentBases: ReadonlySet<string> = new Set(basePaths);
    for (const { method, path, operationId, basePaths: ownBasePaths } of operations) {
      const bases = ownBasePaths ? new Set(ownBasePaths) : documentBases;
      const otherBases = this.#basesByPath.get(path);
      if (!otherBases) this.#add(path);
      this.#basesByPath.set(path, otherBases && otherBases !== bases ? new Set([...otherBases, ...bases]) : bases);
      this.#methods.set(path, [...(this.#methods.get(path) ?? []), method.toUpperCase()]);
      if (operationId !== undefined) this.#operationIds.set(`${method} ${path}`, operationId);
    }
    const allBases = new Set([documentBases, ...new Set(this.#basesByPath.values())].flatMap((each) => [...each]));
    allBases.delete('');
    const sortedBases = [...allBases].sort(compareBasePaths).slice(0, MAX_BASE_PATHS);
    // A path also matches without a base path, because a proxy may have removed the base path.
    this.#bases = [...sortedBases, ''].map((path) => ({ path, segments: path === '' ? [] : getSegments(path) }));
  }

  /** Returns the path template of the document that matches a request path; undefined if no path matches. */
  match(path: string): string | undefined {
    const segments = getSegments(path);
    for (const base of this.#bases) {
      if (!base.segments.every((each, index) => matchesSegment(each, segments[index]))) continue;
      const isServed = (each: string) => base.path === '' || this.#basesByPath.get(each)?.has(base.path) === true;
      const rest = segments.slice(base.segments.length);
      const match = find(this.#root, rest.length > 0 ? rest : [''], 0, isServed);
      if (match !== undefined) return match;
    }
    return undefined;
  }

  /** Whether the document defines any operation. */
  get hasRoutes(): boolean {
    return this.#methods.size > 0;
  }

  /** Base paths of all servers, and an empty path. A request path starts with one of them. */
  get basePaths(): readonly string[] {
    return this.#bases.map(({ path }) => path);
  }

  operationId(method: string, route: string): string | undefined {
    return this.#operationIds.get(`${method} ${route}`);
  }

  /** Returns the methods that the document defines for a path. */
  getMethods(path: string): readonly string[] {
    return this.#methods.get(path) ?? [];
  }

  /** Returns the endpoint of an operation; undefined if the document does not define the operation. */
  getEndpoint(operationId: string): { method: string; route: string } | undefined {
    for (const [name, id] of this.#operationIds) {
      const space = name.indexOf(' ');
      if (id === operationId) return { method: name.slice(0, space), route: name.slice(space + 1) };
    }
    return undefined;
  }

  #add(path: string): void {
    let node = this.#root;
    for (const segment of getSegments(path)) node = getChild(node, segment);
    node.paths.push(path);
  }
}

/** Sorts base paths: literal paths before templates, and longer paths first. */
function compareBasePaths(a: string, b: string): number {
  return Number(a.includes('{')) - Number(b.includes('{')) || b.length - a.length;
}

function getChild(node: RouteNode, segment: string): RouteNode {
  const literals = getLiterals(segment);
  if (literals) {
    const { before, after } = literals;
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

/** Returns the text before and after the parameters of a segment; undefined if the segment has no parameter. */
function getLiterals(segment: string): { before: string; after: string } | undefined {
  const braceAt = segment.indexOf('{');
  if (braceAt < 0) return undefined;
  return { before: segment.slice(0, braceAt), after: segment.slice(segment.lastIndexOf('}') + 1) };
}

function matchesSegment(template: string, segment: string | undefined): boolean {
  const literals = getLiterals(template);
  return literals ? segment !== undefined && matchesLiterals(literals, segment) : segment === template;
}

function matchesLiterals({ before, after }: Pick<SegmentTemplate, 'before' | 'after'>, segment: string): boolean {
  return segment.length > before.length + after.length && segment.startsWith(before) && segment.endsWith(after);
}

/** Returns the path template that matches the segments and is served. Visits each node of the document's paths at most once. */
function find(
  node: RouteNode,
  segments: readonly string[],
  index: number,
  isServed: (path: string) => boolean,
): string | undefined {
  const segment = segments[index];
  if (segment === undefined) return node.paths.find(isServed);
  const literalChild = node.literals.get(segment);
  const match = literalChild && find(literalChild, segments, index + 1, isServed);
  if (match !== undefined) return match;
  for (const template of node.templates) {
    const deeperMatch = matchesLiterals(template, segment)
      ? find(template.node, segments, index + 1, isServed)
      : undefined;
    if (deeperMatch !== undefined) return deeperMatch;
  }
  return undefined;
}

function getSegments(path: string): string[] {
  const trimmedPath = path.length > 1 ? path.replace(/\/+$/, '') : path;
  return trimmedPath.split('/').slice(1);
}

function createNode(): RouteNode {
  return { literals: new Map(), templates: [], paths: [] };
}
