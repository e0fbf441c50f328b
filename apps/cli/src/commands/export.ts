import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UserError } from '@context-sync/engine/problem/problem';
import { pluralize } from '@context-sync/engine/report/report-wording';
import { formatLlmsFullText, formatLlmsText } from '../export/llms-text.ts';
import { formatNdjson } from '../export/ndjson.ts';
import type { CommandInput } from '../options/command-definition.ts';
import { type IndexedItem, listItems } from '../search/item-index.ts';
import { readSourceDocs, type SourceDocs, withWorkspace } from '../workspace/open-workspace.ts';

/** Writes the items of all sources in the chosen format. */
export async function run(input: CommandInput): Promise<number> {
  return withWorkspace(
    input,
    async (workspace) => {
      const sources = (await readSourceDocs(workspace)).map((source): SourceItems => {
        const items = listItems(source);
        return { ...source, items: input.isSet('public-only') ? items.filter((item) => item.public) : items };
      });
      const output = input.getValue('output');
      const parts = formatSources(input, sources);
      if (output === undefined || output === '-') for (const part of parts) input.terminal.write(part);
      else await writeOutput(input, output, parts, sources);
      return 0;
    },
    { printsSources: true },
  );
}

type SourceItems = SourceDocs & { readonly items: readonly IndexedItem[] };

function* formatSources(input: CommandInput, sources: readonly SourceItems[]): Generator<string> {
  const format = input.isSet('json') ? 'ndjson' : input.getValue('format');
  for (const { items, settings } of sources) {
    const { project, docs, titlePrefix } = settings;
    const options = { title: input.getValue('title') ?? (titlePrefix || project), docs };
    if (format === 'llms') yield* formatLlmsText(items, options);
    else if (format === 'llms-full') yield* formatLlmsFullText(items, options);
    else yield* formatNdjson(items);
  }
}

/** Writes to a temporary file first, so that other programs never read an incomplete file. */
async function writeOutput(
  { folder, terminal }: CommandInput,
  output: string,
  parts: Generator<string>,
  sources: readonly SourceItems[],
): Promise<void> {
  const path = resolve(folder, output);
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await pipeline(Readable.from(parts), createWriteStream(temporary));
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError([
      {
        subject: '--output',
        problem: `"${output}" could not be written: ${reason}`,
        fix: 'use a path in an existing folder',
      },
    ]);
  }
  const count = sources.reduce((sum, { items }) => sum + items.length, 0);
  terminal.log(`Wrote ${pluralize(count, 'item')} to ${output}`);
}
