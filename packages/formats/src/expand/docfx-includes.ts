import type { IncludeRequest } from './include-line.ts';
import { parseRanges, type Selection } from './select-lines.ts';

/** Matches a line with which DocFX includes a file, such as `[!code-csharp[Main](Program.cs#snippet)]` or `[!include[Note](note.md)]`. */
const FILE_PATTERN =
  /^\[!(code|include|video)(?:-([\w#+.-]{1,30}))?\s*\[([^\]]*)\]\(\s*<?([^\s()<>?#]+)((?:[?#][^\s()]*)?)>?(?:\s+"[^"]*")?\s*\)\]$/i;
/** Matches a line with which Microsoft Learn includes a file as code, such as `:::code language="csharp" source="Program.cs" id="snippet":::`. */
const CODE_PATTERN = /^:::code\s+([^:]{1,500}?)\s*:::$/i;

/** Parses a line on which DocFX includes a file (https://dotnet.github.io/docfx/docs/markdown.html). */
export function parseDocfxInclude(line: string): IncludeRequest | undefined {
  if (line.startsWith(':::')) return parseCodeBlock(line);
  if (!line.startsWith('[!')) return undefined;
  const [, kind = '', language, label = '', target, options = ''] = FILE_PATTERN.exec(line) ?? [];
  if (target === undefined || kind.toLowerCase() === 'video') return undefined;
  if (kind.toLowerCase() === 'include') return { target, selection: undefined, isCode: false };
  const title = /^(?:main|name)?$/i.test(label.trim()) ? undefined : label.trim();
  return { target, selection: parseSelection(options), isCode: true, language: language?.toLowerCase(), title };
}

function parseCodeBlock(line: string): IncludeRequest | undefined {
  const attributes = new Map(
    [...(CODE_PATTERN.exec(line)?.[1] ?? '').matchAll(/([\w-]+)\s*=\s*"([^"]*)"/g)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value,
    ]),
  );
  const source = attributes.get('source');
  if (source === undefined) return undefined;
  const [target = '', ...rest] = source.split(/(?=[?#])/);
  const [id, range] = [attributes.get('id'), attributes.get('range')];
  const selection = id ? { snippet: id } : range ? { ranges: parseRanges(range) } : parseSelection(rest.join(''));
  return { target, selection, isCode: true, language: attributes.get('language')?.toLowerCase() };
}

/** Parses what follows a file name: `?name=tag`, `?range=1-5,7`, `?start=1&end=5`, `#tag` or `#L1-L5`. */
function parseSelection(options: string): Selection | undefined {
  const hash = options.indexOf('#');
  const parameters = new URLSearchParams(hash < 0 ? options : options.slice(0, hash));
  const fragment = hash < 0 ? '' : options.slice(hash + 1);
  const lines = /^L(\d{1,9})(?:-L?(\d{1,9}))?$/i.exec(fragment);
  if (lines) return { ranges: parseRanges(`${lines[1]}-${lines[2] ?? lines[1]}`) };
  const name = parameters.get('name') ?? parameters.get('id') ?? fragment;
  if (name) return { snippet: name };
  const range = parameters.get('range');
  if (range) return { ranges: parseRanges(range) };
  const [start, end] = [parameters.get('start'), parameters.get('end')];
  return start === null && end === null ? undefined : { ranges: parseRanges(`${start ?? 1}-${end ?? ''}`) };
}
