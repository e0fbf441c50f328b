import { truncate } from '@context-sync/base';
import { type Document, isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import type { Git } from '../git/git.ts';
import type { Problem } from '../problem/problem.ts';

const MAX_VALUE_CHARACTERS = 60;

/** A parsed YAML file of the repository, which also provides the line numbers of values. */
export interface YamlFile {
  readonly name: string;
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

/** The file and its data, or why it could not be parsed. */
export type ParsedYaml = { readonly file: YamlFile; readonly data: unknown } | { readonly problem: Problem };

/**
 * Reads a file of a commit.
 * @returns undefined if the commit does not contain it, or a problem if it is too large
 * @throws GitError
 */
export async function readSmallFile(
  git: Git,
  name: string,
  { maxBytes, fix }: { readonly maxBytes: number; readonly fix: string },
): Promise<string | Problem | undefined> {
  const blob = await git.resolve(`${git.head}:${name}`);
  if (blob === undefined) return undefined;
  if ((await git.readSize(blob)) > maxBytes) {
    return { subject: name, problem: `must have at most ${maxBytes} bytes`, fix };
  }
  for await (const bytes of git.read([blob])) return bytes.toString('utf8');
  return undefined;
}

/**
 * Parses the text of a YAML file. An empty file is an empty mapping.
 * @param name name of the file in problems
 */
export function parseYaml(name: string, text: string): ParsedYaml {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    schema: 'core',
    logLevel: 'silent',
    lineCounter: lines,
    prettyErrors: false,
  });
  const [error] = document.errors;
  if (error) {
    const subject = `${name}:${lines.linePos(error.pos[0]).line}`;
    return { problem: { subject, problem: `is not YAML: ${error.message}`, fix: 'correct the syntax in this line' } };
  }
  try {
    return { file: { name, document, lines }, data: document.toJS({ maxAliasCount: 100 }) ?? {} };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    return { problem: { subject: name, problem: `cannot be read: ${reason}`, fix: 'remove the aliases' } };
  }
}

/** Returns the line of a value; undefined if the file does not contain it. */
export function findLine(path: readonly PropertyKey[], { document, lines }: YamlFile): number | undefined {
  const parent = document.getIn(path.slice(0, -1), true);
  const key = path.at(-1);
  const pair = isMap(parent)
    ? parent.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
    : undefined;
  const node: unknown = pair?.key ?? document.getIn(path, true);
  const offset = isNode(node) ? node.range[0] : undefined;
  return offset === undefined ? undefined : lines.linePos(offset).line;
}

function isNode(node: unknown): node is { readonly range: readonly [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range);
}

/** Returns a value as JSON for a message, truncated. */
export function quoteValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return truncate(text, MAX_VALUE_CHARACTERS + 1);
}
