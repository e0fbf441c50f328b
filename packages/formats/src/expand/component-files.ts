import type { ReadInclude } from '@context-sync/reading';
import { type ElementTag, parseTag } from '../markdown/element-tag.ts';

/** A component that shows the text of a file, and the file. */
export interface ComponentFile {
  /** Path of the file from the root of the repository, after a slash. */
  readonly target: string;
  readonly title: string;
  /** Index of the last line of the component. */
  readonly end: number;
}

const COMPONENT_START = /^<[A-Z]\w*(?:\s|\/?>|$)/;
/** Matches the prop of a component that names a file of text. */
const FILE_PROP = /^(?:file\w*|path|src|source)$/i;
const TEXT_FILE = /\.(?!(?:png|jpe?g|gif|svg|webp|avif|ico|mp4|webm|mov|pdf)$)\w{1,6}$/i;
const MODULE_ENDS = ['.tsx', '.jsx', '.ts', '.js', '/index.tsx'];
/** Matches a call that reads a file, and captures its path. */
const READ_CALL = /\breadFile(?:Sync)?\(\s*(?:`([^`]{1,300})`|'([^'\n]{1,300})'|"([^"\n]{1,300})")/;
const PLACEHOLDER = /\$\{\s*(?:props\.)?(\w+)\s*\}/g;
const MAX_TAG_LINES = 10;
const MAX_TAG_LENGTH = 1_000;

/** Returns whether the text may use a component that shows the text of a file. */
export function hasComponentFiles(text: string): boolean {
  return (
    text.includes('readFile') ||
    /^[ \t]*(?:<[A-Z]\w*\s.*)?\b(?:file\w*|path|src|source)=\{?["'`][^"'`\s]+\.\w{1,6}["'`]/im.test(text)
  );
}

/**
 * Finds the file that the component at the line shows, such as `<ExampleCode example="blog" filePath="app/layout.jsx" />`: the path is in the source of
 * the component, in the call that reads the file, with placeholders for props and constants. Returns undefined if there is no such component or file.
 */
export function findComponentFile(
  lines: readonly string[],
  index: number,
  path: string,
  read: ReadInclude,
): ComponentFile | undefined {
  if (!COMPONENT_START.test(lines[index]?.trimStart() ?? '')) return undefined;
  const text = lines
    .slice(index, index + MAX_TAG_LINES)
    .join('\n')
    .slice(0, MAX_TAG_LENGTH);
  const start = text.indexOf('<');
  const tag = parseTag(text, start, { left: MAX_TAG_LENGTH });
  if (!tag?.isEmpty || text.slice(tag.end).split('\n', 1).join('').trim() !== '') return undefined;
  const source = findSource(tag, lines, path, read);
  const file = source === undefined ? undefined : getFilePath(source, tag);
  if (file === undefined) return undefined;
  const target = findInFolders(path, file, read);
  if (target === undefined) return undefined;
  const shown = [...tag.props].find(([name, value]) => FILE_PROP.test(name) && typeof value === 'string')?.[1];
  const title = typeof shown === 'string' ? shown : file.slice(file.lastIndexOf('/') + 1);
  return { target, title, end: index + text.slice(0, tag.end).split('\n').length - 1 };
}

/** Returns the source of a component: a function of the page, or the module that the page imports the component from. */
function findSource(
  { name, props }: ElementTag,
  lines: readonly string[],
  path: string,
  read: ReadInclude,
): string | undefined {
  const definition = new RegExp(`^(?:export\\s+)?(?:(?:async\\s+)?function|const)\\s+${name}\\b`);
  const from = lines.findIndex((line) => definition.test(line));
  if (from >= 0) {
    const length = lines.slice(from).findIndex((line) => /^[})]/.test(line));
    return length < 0 ? undefined : lines.slice(from, from + length).join('\n');
  }
  const hasFile = [...props].some(([key, value]) => FILE_PROP.test(key) && TEXT_FILE.test(String(value)));
  const imported = new RegExp(`^import\\s[^'"]*\\b${name}\\b[^'"]*\\sfrom\\s+["']([^"']+)["']`);
  const target = hasFile ? lines.map((line) => imported.exec(line)?.[1]).find((each) => each !== undefined) : undefined;
  if (target === undefined) return undefined;
  for (const end of MODULE_ENDS) {
    const module = read(path, target + end);
    if (!('problem' in module)) return module.text;
  }
  return undefined;
}

/** Returns the path of the file that the component reads, with the values of props and constants. */
function getFilePath(source: string, { props }: ElementTag): string | undefined {
  const [, template, single, double] = READ_CALL.exec(source) ?? [];
  if (template === undefined) return single ?? double;
  let isKnown = true;
  const file = template.replaceAll(PLACEHOLDER, (_, name: string) => {
    const value = props.get(name) ?? new RegExp(`\\bconst ${name} = ["']([^"'\\n]{1,300})["']`).exec(source)?.[1];
    if (typeof value !== 'string') isKnown = false;
    return String(value);
  });
  return isKnown && !file.includes('${') ? file.replaceAll(/(?<=[^/])\/{2,}/g, '/') : undefined;
}

/** Returns the path of a file in the innermost folder above the page that contains it. A build reads files from the folder of the project. */
function findInFolders(path: string, file: string, read: ReadInclude): string | undefined {
  const folders = path.split('/').slice(0, -1);
  for (let depth = folders.length; depth >= 0; depth -= 1) {
    const target = `/${[...folders.slice(0, depth), file].join('/')}`;
    if (!('problem' in read(path, target))) return target;
  }
  return undefined;
}
