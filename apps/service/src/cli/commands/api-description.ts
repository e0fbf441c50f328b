import { readFile } from 'node:fs/promises';
import { DescriptionError, formatOf, summaryOf } from '../../api-description/index.ts';
import { StoreInputError } from '../../store/store-input-error.ts';
import { type Command, UsageError } from '../command.ts';

export const apiDescription: Command = {
  name: 'api-description',
  takes: ['set, show or remove', 'SLUG'],
  mayTake: ['FILE'],
  usage:
    "set|show|remove SLUG [FILE]\n                  the OpenAPI document of a project's API, JSON or YAML, for the MCP server",
  async run({ terminal, names: [action = '', slug = '', file], withStore }) {
    if (!['set', 'show', 'remove'].includes(action)) {
      throw new UsageError(`api-description takes "set", "show" or "remove", not "${action}"`);
    }
    if (action === 'set' && file === undefined) throw new UsageError('api-description set needs FILE');
    if (action !== 'set' && file !== undefined) {
      throw new UsageError(`api-description ${action} does not take "${file}"`);
    }
    const text = file === undefined ? '' : await textOf(file);
    await withStore(async ({ accounts, apiDescriptions }) => {
      const { id } = await accounts.projectBySlug(slug);
      if (action === 'set') {
        const description = { text, format: formatOf(text, file) };
        const { title, version, openapi, operations } = checked(file ?? '', description);
        await apiDescriptions.put(id, description);
        terminal.out(`${title} ${version}, OpenAPI ${openapi}, operations: ${operations}`);
        return;
      }
      const known = action === 'show' ? await apiDescriptions.get(id) : undefined;
      if (known) terminal.out(known.text.replace(/\n$/, ''));
      else if (action === 'show' || !(await apiDescriptions.delete(id))) {
        throw new StoreInputError(`project "${slug}" has no API description: put one there with api-description set`);
      }
    });
  },
};

async function textOf(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StoreInputError(`the API description ${file} cannot be read: ${why}`, { cause: error });
  }
}

function checked(file: string, description: Parameters<typeof summaryOf>[0]) {
  try {
    return summaryOf(description);
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error;
    throw new StoreInputError(`the API description ${file} is refused: ${error.message}`, { cause: error });
  }
}
