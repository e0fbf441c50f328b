import { isObject } from '@context-sync/openapi';
import type { Warning } from '@context-sync/reading';
import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseDocument,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import {
  createPlaceKey,
  isPlaced,
  type LineRange,
  type OpenapiSource,
  type UnreadableSource,
  WARNING_LIMIT,
} from './openapi-source.ts';

/** Maximum depth of values. Deeper values are omitted. */
const DEPTH_LIMIT = 400;
/** Maximum number of keys that merges (`<<`) may add. Each merge copies keys, so a short text could produce a very large number of keys. */
const MERGE_LIMIT = 100_000;
const SPACE = new Set([' ', '\t', '\n']);

/**
 * Reads an OpenAPI document in YAML. Converts the library's nodes itself instead of using `toJS`, which searches the whole document for each alias
 * and rejects anchors that are used often. In the result, an alias is the same object as its anchor, so aliases take no memory.
 */
export function parseYamlSource(text: string): OpenapiSource | UnreadableSource {
  const counter = new LineCounter();
  // The library's check for duplicate keys compares every key with every other.
  const options = { schema: 'core', logLevel: 'silent', uniqueKeys: false, prettyErrors: false } as const;
  const document = parseDocument(text, { ...options, lineCounter: counter });
  const findLine = (offset: number) => Math.max(counter.linePos(offset).line, 1);
  const warnings: Warning[] = [];
  const warn = (offset: number, message: string) => {
    if (warnings.length < WARNING_LIMIT) warnings.push({ line: findLine(offset), message });
  };
  const [error] = document.errors;
  if (error) return { fault: { line: findLine(error.pos[0]), message: `YAML that cannot be read: ${error.message}` } };
  const end = document.range[2];
  if (/^---\s+\S/m.test(text.slice(end))) warn(end, 'only the first YAML document of the file is read');

  const rangesByPath = new Map<string, LineRange>();
  const anchors = new Map<string, unknown>();
  let merges = 0;

  function getData(node: unknown, path: readonly string[] | undefined, depth: number): unknown {
    if (isScalar(node)) return storeAnchor(node.anchor, getScalar(node));
    if (isAlias(node)) {
      if (!anchors.has(node.source)) warn(node.range?.[0] ?? 0, `there is no anchor "${node.source}" above this alias`);
      return anchors.get(node.source);
    }
    if (depth > DEPTH_LIMIT) return undefined;
    if (isMap(node)) return getMap(node, path, depth);
    if (!isSeq(node)) return null;
    const listData: unknown[] = storeAnchor(node.anchor, []);
    for (const item of node.items) listData.push(getData(item, undefined, depth + 1));
    return listData;
  }

  function getMap(node: YAMLMap, path: readonly string[] | undefined, depth: number): unknown {
    // Without a prototype, `__proto__` is an ordinary key.
    const map: Record<string, unknown> = storeAnchor(node.anchor, Object.create(null));
    const mergedMaps: unknown[] = [];
    for (const { key, value } of node.items as Pair[]) {
      const name = getName(key, getData(key, undefined, depth + 1));
      const memberPath = path && isPlaced([...path, name]) ? [...path, name] : undefined;
      const start = isNode(key) ? (key.range?.[0] ?? 0) : 0;
      const data = isVersion(memberPath) && isScalar(value) ? value.source : getData(value, memberPath, depth + 1);
      if (name === '<<' && isScalar(key) && key.type === 'PLAIN')
        mergedMaps.push(...(Array.isArray(data) ? data.slice(0, 100) : [data]));
      else {
        if (Object.hasOwn(map, name)) warn(start, `the key "${name.slice(0, 100)}" stands twice; the last one counts`);
        map[name] = data;
      }
      if (memberPath) {
        const end = findEndOfText(text, start, isNode(value) ? (value.range?.[1] ?? start) : start);
        rangesByPath.set(createPlaceKey(memberPath), [findLine(start), findLine(Math.max(start, end - 1))]);
      }
    }
    for (const source of mergedMaps) merge(map, source, node.range?.[0] ?? 0);
    return map;
  }

  function merge(map: Record<string, unknown>, source: unknown, offset: number): void {
    if (!isObject(source) || merges > MERGE_LIMIT) return;
    for (const [name, value] of Object.entries(source)) {
      merges += 1;
      if (merges > MERGE_LIMIT) {
        if (merges === MERGE_LIMIT + 1) warn(offset, 'there are too many merges (`<<`); later ones are skipped');
        return;
      }
      if (!Object.hasOwn(map, name)) map[name] = value;
    }
  }

  /** Registers the value before its members are read, because they may refer to it. */
  function storeAnchor<T>(anchor: string | undefined, value: T): T {
    if (anchor !== undefined) anchors.set(anchor, value);
    return value;
  }

  const root = getData(document.contents, [], 0);
  return { root, lines: (path) => rangesByPath.get(createPlaceKey(path)), warnings };
}

/** Returns the end of the text of a block. The library reports the start of the next block as the end. */
function findEndOfText(text: string, start: number, end: number): number {
  let textEnd = end;
  while (textEnd > start + 1 && SPACE.has(text.charAt(textEnd - 1))) textEnd -= 1;
  return textEnd;
}

/** Returns a key as text. Numbers such as `200` and `1.0` stay exactly as written. */
function getName(key: unknown, data: unknown): string {
  if (isScalar(key)) return key.source ?? String(key.value);
  return typeof data === 'string' ? data : '?';
}

/** Returns whether the path is `info.version`, which is text even if an unquoted value such as `1.10` looks like a number. */
function isVersion(path: readonly string[] | undefined): boolean {
  return path?.length === 2 && path[0] === 'info' && path[1] === 'version';
}

function getScalar({ value, source = '' }: Scalar): unknown {
  if (typeof value !== 'number') return value;
  if (!Number.isSafeInteger(value) && /^[-+]?\d{16,40}$/.test(source)) return BigInt(source.replace('+', ''));
  return value;
}
