/** Matches an import of a Markdown file or of the text of another file. */
const IMPORT_PATTERN = /^import\s+(\w+)\s+from\s+["'](?:!!?raw-loader!)?([^"'!?]+?)(\?raw)?["'];?\s*$/;
const MARKDOWN_FILE = /\.mdx?$/;
/** Matches a component without content, on one line. */
const COMPONENT_PATTERN = /^<([A-Z]\w*)(?:\s[^<>]*)?\s*(?:\/>|>\s*<\/\1>)$/;
/** Matches a component that shows the text of an imported file as code. */
const CODE_PATTERN = /^<(?:CodeBlock|Code)\b([^<>]*?)(?:>\s*\{(\w+)\}\s*<\/\w+>|\bcode=\{(\w+)\}([^<>]*)\/>)$/;
/** Maximum length of a line that is examined. */
const MAX_LINE_LENGTH = 1_000;

/** Files that a page imports, by the names under which it uses them. */
export type FileImports = ReadonlyMap<string, string>;

/** A use of an imported file. */
export interface ImportUse {
  readonly target: string;
  /** Whether the file is shown as code. */
  readonly isCode: boolean;
  readonly language?: string | undefined;
  readonly title?: string | undefined;
}

/** Returns whether the text may import files and show their text. */
export function hasFileImports(text: string): boolean {
  return text.includes('import ') && /^import\s.*(?:\.mdx?["']|raw-loader!|\?raw["'])/m.test(text);
}

/** Returns the files that the lines import. */
export function getFileImports(lines: readonly string[]): FileImports {
  const imports = new Map<string, string>();
  for (const line of lines) {
    if (!line.startsWith('import') || line.length > MAX_LINE_LENGTH) continue;
    const [, name, target, query] = IMPORT_PATTERN.exec(line) ?? [];
    if (name === undefined || target === undefined) continue;
    if (MARKDOWN_FILE.test(target) || query !== undefined || line.includes('raw-loader!')) imports.set(name, target);
  }
  return imports;
}

/** Returns whether the line imports a Markdown file. Outside of MDX, such a line would become text. */
export function isFileImport(line: string): boolean {
  return line.startsWith('import ') && IMPORT_PATTERN.test(line);
}

/** Parses a line that uses an imported file. */
export function parseImportUse(line: string, imports: FileImports): ImportUse | undefined {
  if (imports.size === 0 || !line.startsWith('<') || line.length > MAX_LINE_LENGTH) return undefined;
  const component = imports.get(COMPONENT_PATTERN.exec(line)?.[1] ?? '');
  if (component !== undefined) return { target: component, isCode: false };
  const [, before = '', child, prop, after = ''] = CODE_PATTERN.exec(line) ?? [];
  const target = imports.get(child ?? prop ?? '');
  if (target === undefined) return undefined;
  const find = (name: string) => new RegExp(`\\b${name}=["']([^"']+)["']`).exec(`${before} ${after}`)?.[1];
  return { target, isCode: true, language: find('lang') ?? find('language'), title: find('title') };
}
