/** A Jupyter notebook, normalized across the versions of the format. */
export interface Notebook {
  readonly title: string | undefined;
  /** Language of the kernel as used in fences; empty if unknown. */
  readonly language: string;
  readonly cells: readonly NotebookCell[];
}

/** A cell. Properties that do not apply are undefined. */
export interface NotebookCell {
  readonly kind: 'markdown' | 'code' | 'raw';
  /** Source text as the strings in the file, usually one per line with its line break. */
  readonly source: readonly string[];
  /** Language of the cell, which only old notebooks specify per cell. */
  readonly language: string | undefined;
  /** Heading level if the whole cell is a heading, which only old notebooks support. */
  readonly level: number | undefined;
  readonly tags: readonly string[];
  readonly outputs: readonly CellOutput[];
}

/** An output that the notebook stores for a code cell. */
export type CellOutput =
  | { readonly kind: 'stream'; readonly name: string; readonly text: string }
  | { readonly kind: 'error'; readonly name: string; readonly value: string }
  /** One result in several formats, by media type. */
  | { readonly kind: 'data'; readonly formats: ReadonlyMap<string, string>; readonly types: readonly string[] };

type NotebookObject = Readonly<Record<string, unknown>>;

/** Media types by the names of result formats in old notebooks. */
const OLD_FORMATS = new Map([
  ['text', 'text/plain'],
  ['html', 'text/html'],
  ['latex', 'text/latex'],
  ['markdown', 'text/markdown'],
  ['png', 'image/png'],
  ['jpeg', 'image/jpeg'],
  ['svg', 'image/svg+xml'],
]);

/** Parses the text of a notebook file. Returns the reason if the text is not a notebook. */
export function parseNotebook(text: string): Notebook | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `it is not valid JSON: ${reason.replaceAll(/\s+/g, ' ').slice(0, 200)}`;
  }
  const root = toObject(json);
  const cells = root && findCells(root);
  if (!cells) return 'it is not a notebook: it contains no cells';
  const metadata = toObject(root.metadata) ?? {};
  return {
    title: joinText(metadata.title)?.trim() || undefined,
    language: parseLanguage(metadata),
    cells: cells.map(parseCell),
  };
}

function findCells(root: NotebookObject): readonly unknown[] | undefined {
  if (Array.isArray(root.cells)) return root.cells;
  const worksheets: unknown = root.worksheets;
  if (!Array.isArray(worksheets)) return undefined;
  return worksheets.flatMap((sheet: unknown): unknown[] => {
    const cells = toObject(sheet)?.cells;
    return Array.isArray(cells) ? cells : [];
  });
}

function parseLanguage(metadata: NotebookObject): string {
  const info = toObject(metadata.language_info);
  const kernel = toObject(metadata.kernelspec);
  const kernelName = joinText(kernel?.name);
  const name =
    joinText(info?.name) ?? joinText(kernel?.language) ?? (kernelName?.startsWith('python') ? 'python' : undefined);
  return getFenceLanguage(name ?? '');
}

/** Returns the name of a language as used in a fence. */
function getFenceLanguage(name: string): string {
  const language = name.trim().toLowerCase();
  return /^[a-z][\w+#.-]{0,30}$/.test(language) ? language.replace(/^ipython\d*$/, 'python') : '';
}

function parseCell(value: unknown): NotebookCell {
  const cell = toObject(value) ?? {};
  const type = cell.cell_type;
  const tags: unknown = toObject(cell.metadata)?.tags;
  const level = typeof cell.level === 'number' ? cell.level : 1;
  const language = joinText(cell.language);
  return {
    kind: type === 'code' ? 'code' : type === 'raw' ? 'raw' : 'markdown',
    source: getSourceStrings(cell.source ?? cell.input),
    language: language === undefined ? undefined : getFenceLanguage(language),
    level: type === 'heading' ? level : undefined,
    tags: Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === 'string') : [],
    outputs: Array.isArray(cell.outputs) ? cell.outputs.flatMap(parseOutput) : [],
  };
}

function parseOutput(value: unknown): CellOutput[] {
  const output = toObject(value);
  switch (output?.output_type) {
    case 'stream':
      return [
        {
          kind: 'stream',
          name: joinText(output.name ?? output.stream) ?? 'stdout',
          text: joinText(output.text) ?? '',
        },
      ];
    case 'error':
    case 'pyerr':
      return [{ kind: 'error', name: joinText(output.ename) ?? '', value: joinText(output.evalue) ?? '' }];
    case 'display_data':
    case 'execute_result':
    case 'pyout':
    case 'update_display_data':
      return [parseData(output)];
    default:
      return [];
  }
}

function parseData(output: NotebookObject): CellOutput {
  const formats = new Map<string, string>();
  const types: string[] = [];
  for (const [name, value] of Object.entries(toObject(output.data) ?? output)) {
    const type = name.includes('/') ? name : OLD_FORMATS.get(name);
    const text = type === undefined ? undefined : joinText(value);
    if (type !== undefined) types.push(type);
    if (type !== undefined && text !== undefined) formats.set(type, text);
  }
  return { kind: 'data', formats, types };
}

/** Joins text that the file stores as one string or as an array of strings. */
function joinText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return undefined;
  return value.filter((part): part is string => typeof part === 'string').join('');
}

function getSourceStrings(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((part): part is string => typeof part === 'string') : [];
}

function toObject(value: unknown): NotebookObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as NotebookObject) : undefined;
}
