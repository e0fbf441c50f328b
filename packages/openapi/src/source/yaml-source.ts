import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, type Pair, type Scalar, type YAMLMap } from 'yaml';
import { isObject } from '../json-value.ts';
import {
  createPlaceKey,
  createReferenceFinder,
  isPlaced,
  type LineRange,
  type OpenapiSource,
  type SourceWarning,
  type UnreadableSource,
  WARNING_LIMIT,
} from './openapi-source.ts';
import { composeYaml, DEFAULT_YAML_LIMITS, YamlError, type YamlLimits } from './yaml-nodes.ts';

/** Maximum number of keys that merges (`<<`) may add. Each merge copies keys, so a short text could produce a very large number of keys. */
const MERGE_LIMIT = 100_000;
const SPACE = new Set([' ', '\t', '\n']);

/**
 * Reads an OpenAPI document in YAML. Converts the library's nodes itself instead of using `toJS`, which searches the whole document for each alias
 * and rejects anchors that are used often. In the result, an alias is the same object as its anchor, so aliases take no memory, and a value can contain
 * itself.
 */
export function parseYamlSource(text: string, limits = DEFAULT_YAML_LIMITS): OpenapiSource | UnreadableSource {
  const counter = new LineCounter();
  try {
    return readYaml(text, counter, limits);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    const { line, col } = counter.linePos(error.offset);
    return {
      fault: { syntax: 'YAML', kind: error.kind, message: error.message, line: Math.max(line, 1), column: col },
    };
  }
}

function readYaml(text: string, counter: LineCounter, limits: YamlLimits): OpenapiSource {
  const document = composeYaml(text, counter, limits);
  const findLine = (offset: number) => Math.max(counter.linePos(offset).line, 1);
  const warnings: SourceWarning[] = [];
  const warn = (offset: number, message: string) => {
    if (warnings.length < WARNING_LIMIT) warnings.push({ line: findLine(offset), message });
  };
  const end = document.range[2];
  if (/^---\s+\S/m.test(text.slice(end))) warn(end, 'only the first YAML document of the file is read');

  const rangesByPath = new Map<string, LineRange>();
  const anchors = new Map<string, unknown>();
  let merges = 0;

  function getData(node: unknown, path: readonly string[] | undefined): unknown {
    if (isScalar(node)) return storeAnchor(node.anchor, getScalar(node));
    if (isAlias(node)) {
      if (anchors.has(node.source)) return anchors.get(node.source);
      throw new YamlError(node.range?.[0] ?? 0, `there is no anchor "${node.source}" above this alias`);
    }
    if (isMap(node)) return getMap(node, path);
    if (!isSeq(node)) return null;
    const listData: unknown[] = storeAnchor(node.anchor, []);
    for (const item of node.items) listData.push(getData(item, undefined));
    return listData;
  }

  /** Registers the value before its members are read, because they may refer to it. */
  function storeAnchor<T>(anchor: string | undefined, value: T): T {
    if (anchor !== undefined) anchors.set(anchor, value);
    return value;
  }

  function getMap(node: YAMLMap, path: readonly string[] | undefined): unknown {
    // Without a prototype, `__proto__` is an ordinary key.
    const map: Record<string, unknown> = storeAnchor(node.anchor, Object.create(null));
    const mergedMaps: unknown[] = [];
    for (const { key, value } of node.items as Pair[]) {
      const name = getName(key, getData(key, undefined));
      const memberPath = path && isPlaced([...path, name]) ? [...path, name] : undefined;
      const start = isNode(key) ? (key.range?.[0] ?? 0) : 0;
      const data = isVersion(memberPath) && isScalar(value) ? value.source : getData(value, memberPath);
      if (name === '<<' && isScalar(key) && key.type === 'PLAIN')
        mergedMaps.push(...(Array.isArray(data) ? data.slice(0, 100) : [data]));
      else {
        if (name !== '?' && Object.hasOwn(map, name)) throw new YamlError(start, 'Map keys must be unique');
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

  const root = getData(document.contents, []);
  return {
    root,
    lines: (path) => rangesByPath.get(createPlaceKey(path)),
    lineOfReference: createReferenceFinder(text),
    warnings,
  };
}

/** Returns the end of the text of a block. The library reports the start of the next block as the end. */
function findEndOfText(text: string, start: number, end: number): number {
  let textEnd = end;
  while (textEnd > start + 1 && SPACE.has(text.charAt(textEnd - 1))) textEnd -= 1;
  return textEnd;
}

/** Returns a key as text. Numbers such as `200` and `1.0` stay exactly as written. OpenAPI has no keys that are maps or lists. */
function getName(key: unknown, data: unknown): string {
  if (isScalar(key)) return key.source ?? String(key.value);
  return isObject(data) || Array.isArray(data) ? '?' : String(data);
}

/** Returns whether the path is `info.version`, which is text even if an unquoted value such as `1.10` looks like a number. */
function isVersion(path: readonly string[] | undefined): boolean {
  return path?.length === 2 && path[0] === 'info' && path[1] === 'version';
}

/** Returns the value of a scalar. Numbers that JSON or JavaScript cannot represent become text or big integers instead of `null` or rounded numbers. */
function getScalar({ value, source = '' }: Scalar): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  if (!Number.isFinite(value)) return source;
  return /^(?:[-+]?\d{16,40}|0x[\da-f]{14,32}|0o[0-7]{18,42})$/i.test(source) ? BigInt(source.replace('+', '')) : value;
}
