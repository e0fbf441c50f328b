import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { parseSync, Visitor } from 'vite';

/** The imports of each file, as paths relative to the same root. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the relative paths that a TypeScript file imports, including type imports. @param file name of the file, which determines whether it contains JSX */
export function relativeImports(source: string, file = 'file.ts'): string[] {
  const cycle: string[] = [];
  const add = (node: { readonly value?: unknown } | null) => {
    if (typeof node?.value === 'string' && node.value.startsWith('.')) cycle.push(node.value);
  };
  const visitor = new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add('value' in node.source ? node.source : null),
    TSImportType: (node) => add(node.source),
  });
  const { program, errors } = parseSync(file, source);
  const [error] = errors;
  if (error) throw new Error(`cannot read the imports: ${error.message}`);
  visitor.visit(program);
  return cycle;
}

/** Reads the imports between all files that match one of the patterns. Imports of other files are omitted. */
export function readImportGraph(root: string, patterns: readonly string[]): ImportGraph {
  const files = new Set(globSync([...patterns], { cwd: root }).map((path) => path.replaceAll('\\', '/')));
  const graph = new Map<string, Set<string>>();
  for (const file of files) {
    const imported = relativeImports(readFileSync(join(root, file), 'utf8'), file);
    const targets = imported.map((path) => normalize(join(dirname(file), path)));
    graph.set(file, new Set(targets.filter((target) => target !== file && files.has(target))));
  }
  return graph;
}

/** Returns the groups of nodes that reach each other (strongly connected components with more than one node), sorted. */
export function findCycles(graph: ImportGraph): string[][] {
  const cycles: string[][] = [];
  const order = new Map<string, number>();
  const lowestDepths = new Map<string, number>();
  const open: string[] = [];
  const visit = (node: string): number => {
    const own = order.size;
    order.set(node, own);
    lowestDepths.set(node, own);
    open.push(node);
    let low = own;
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, lowestDepths.get(next) ?? low);
    }
    lowestDepths.set(node, low);
    if (low < own) return low;
    const group = open.splice(open.indexOf(node));
    if (group.length > 1) cycles.push(group.sort());
    return low;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return cycles.sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
}

/**
 * Returns the import graph of a folder's direct children: its files, and its subfolders as one node each.
 * A cycle in it means that two subfolders import each other, directly or through a file.
 */
export function childGraph(graph: ImportGraph, folder: string): ImportGraph {
  const getChild = (path: string) => {
    if (!path.startsWith(`${folder}/`)) return undefined;
    const [name = ''] = path.slice(folder.length + 1).split('/');
    return `${folder}/${name}`;
  };
  const children = new Map<string, Set<string>>();
  for (const [file, imported] of graph) {
    const from = getChild(file);
    if (from === undefined) continue;
    const targets = children.get(from) ?? new Set();
    children.set(from, targets);
    for (const path of imported) {
      const to = getChild(path);
      if (to !== undefined && to !== from) targets.add(to);
    }
  }
  return children;
}

/** Returns all folders that contain files of the graph, at any depth. */
export function getFolders(graph: ImportGraph): string[] {
  const folders = new Set<string>();
  for (const file of graph.keys()) {
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) folders.add(folder);
  }
  return [...folders].sort();
}
