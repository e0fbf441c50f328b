/** A notebook as Jupyter writes it, brought to one shape for all versions of the format. */
export interface Notebook {
  readonly title: string | undefined;
  /** Of the kernel, as fences name it; empty if the notebook does not say. */
  readonly language: string;
  readonly cells: readonly Cell[];
}

/** A cell; what it is not has no value. */
export interface Cell {
  readonly kind: 'markdown' | 'code' | 'raw';
  /** The text in the pieces that the file has it in, most often lines with their line breaks. */
  readonly source: readonly string[];
  /** Of the cell itself, in old notebooks. */
  readonly language: string | undefined;
  /** Level of the heading that the whole cell is, in old notebooks. */
  readonly level: number | undefined;
  readonly tags: readonly string[];
  readonly outputs: readonly Output[];
}

/** What running a cell gave. */
export type Output =
  | { readonly kind: 'stream'; readonly name: string; readonly text: string }
  | { readonly kind: 'error'; readonly name: string; readonly value: string }
  /** The same result in several forms, by media type. */
  | { readonly kind: 'data'; readonly forms: ReadonlyMap<string, string>; readonly types: readonly string[] };

type Json = Readonly<Record<string, unknown>>;

/** Names that old notebooks give to forms of a result. */
const OLD_FORMS = new Map([
  ['text', 'text/plain'],
  ['html', 'text/html'],
  ['latex', 'text/latex'],
  ['markdown', 'text/markdown'],
  ['png', 'image/png'],
  ['jpeg', 'image/jpeg'],
  ['svg', 'image/svg+xml'],
]);

/** Reads the text of a file; gives the reason if it is no notebook. */
export function parseNotebook(text: string): Notebook | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `it is not valid JSON: ${reason.replaceAll(/\s+/g, ' ').slice(0, 200)}`;
  }
  const root = objectOf(json);
  const cells = root && cellsOf(root);
  if (!cells) return 'it is no notebook: there are no cells in it';
  const metadata = objectOf(root.metadata) ?? {};
  return {
    title: textOf(metadata.title)?.trim() || undefined,
    language: languageOf(metadata),
    cells: cells.map(cellOf),
  };
}

function cellsOf(root: Json): readonly unknown[] | undefined {
  if (Array.isArray(root.cells)) return root.cells;
  const worksheets: unknown = root.worksheets;
  if (!Array.isArray(worksheets)) return undefined;
  return worksheets.flatMap((sheet: unknown): unknown[] => {
    const cells = objectOf(sheet)?.cells;
    return Array.isArray(cells) ? cells : [];
  });
}

function languageOf(metadata: Json): string {
  const info = objectOf(metadata.language_info);
  const kernel = objectOf(metadata.kernelspec);
  const kernelName = textOf(kernel?.name);
  const name =
    textOf(info?.name) ?? textOf(kernel?.language) ?? (kernelName?.startsWith('python') ? 'python' : undefined);
  return fenceLanguage(name ?? '');
}

/** The name of a language as a fence can have it. */
function fenceLanguage(name: string): string {
  const language = name.trim().toLowerCase();
  return /^[a-z][\w+#.-]{0,30}$/.test(language) ? language.replace(/^ipython\d*$/, 'python') : '';
}

function cellOf(value: unknown): Cell {
  const cell = objectOf(value) ?? {};
  const type = cell.cell_type;
  const tags: unknown = objectOf(cell.metadata)?.tags;
  const level = typeof cell.level === 'number' ? cell.level : 1;
  const language = textOf(cell.language);
  return {
    kind: type === 'code' ? 'code' : type === 'raw' ? 'raw' : 'markdown',
    source: piecesOf(cell.source ?? cell.input),
    language: language === undefined ? undefined : fenceLanguage(language),
    level: type === 'heading' ? level : undefined,
    tags: Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === 'string') : [],
    outputs: Array.isArray(cell.outputs) ? cell.outputs.flatMap(outputOf) : [],
  };
}

function outputOf(value: unknown): Output[] {
  const output = objectOf(value);
  switch (output?.output_type) {
    case 'stream':
      return [
        {
          kind: 'stream',
          name: textOf(output.name ?? output.stream) ?? 'stdout',
          text: textOf(output.text) ?? '',
        },
      ];
    case 'error':
    case 'pyerr':
      return [{ kind: 'error', name: textOf(output.ename) ?? '', value: textOf(output.evalue) ?? '' }];
    case 'display_data':
    case 'execute_result':
    case 'pyout':
    case 'update_display_data':
      return [dataOf(output)];
    default:
      return [];
  }
}

function dataOf(output: Json): Output {
  const forms = new Map<string, string>();
  const types: string[] = [];
  for (const [name, value] of Object.entries(objectOf(output.data) ?? output)) {
    const type = name.includes('/') ? name : OLD_FORMS.get(name);
    const text = type === undefined ? undefined : textOf(value);
    if (type !== undefined) types.push(type);
    if (type !== undefined && text !== undefined) forms.set(type, text);
  }
  return { kind: 'data', forms, types };
}

/** Text is written as one string, or as an array of strings that make it up. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return undefined;
  return value.filter((part): part is string => typeof part === 'string').join('');
}

function piecesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((part): part is string => typeof part === 'string') : [];
}

function objectOf(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}
