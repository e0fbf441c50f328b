import { readFile } from 'node:fs/promises';
import { Argument, Command } from 'commander';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { UsageError } from '../../platform/cli/usage-error.ts';
import { describeFileError } from '../../platform/database/file-error.ts';
import { StoreInputError } from '../../platform/database/store-input-error.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import { createCatalog, decodeSource, detectFormat, getSummary, OpenapiError } from './index.ts';
import { listOperationTexts } from './reference-entries.ts';
import type { ApiDescriptionPorts } from './store.ts';

export function createApiDescriptionCommand(cli: CliContext<PlatformPorts & ApiDescriptionPorts>): Command {
  return new Command('api-description')
    .description("set, show or remove the OpenAPI document of a project's API, for the MCP server")
    .addArgument(new Argument('<action>').choices(['set', 'show', 'remove']))
    .argument('<slug>')
    .argument('[file]', 'OpenAPI document in JSON or YAML, for "set"')
    .action(async (action: string, slug: string, file: string | undefined) => {
      if (action === 'set') {
        if (file === undefined) throw new UsageError('api-description set requires a file');
        return setDocument(cli, slug, file);
      }
      if (file !== undefined) throw new UsageError(`api-description ${action} does not accept a file (got "${file}")`);
      return action === 'show' ? showDocument(cli, slug) : removeDocument(cli, slug);
    });
}

async function setDocument(
  cli: CliContext<PlatformPorts & ApiDescriptionPorts>,
  slug: string,
  file: string,
): Promise<void> {
  const text = await readDocument(file);
  const document = { text, format: detectFormat(text, file) };
  const { title, version, openapi, operations, warnings } = summarize(file, document);
  const texts = listOperationTexts(createCatalog(document));
  await cli.change(async ({ accounts, apiDescriptions }, make) => {
    const project = await accounts.projectBySlug(slug);
    await make({ action: 'api-description.update', project, target: project.id }, () =>
      apiDescriptions.put(project.id, document, texts),
    );
  });
  cli.terminal.out(`${title} ${version}, OpenAPI ${openapi}, operations: ${operations}`);
  for (const warning of warnings) cli.terminal.error(`warning: ${warning}`);
}

function showDocument(cli: CliContext<PlatformPorts & ApiDescriptionPorts>, slug: string): Promise<void> {
  return cli.useStore(async ({ accounts, apiDescriptions }) => {
    const { id } = await accounts.projectBySlug(slug);
    const document = await apiDescriptions.get(id);
    if (!document) throw createNoDocumentError(slug);
    cli.terminal.out(document.text.replace(/\n$/, ''));
  });
}

async function removeDocument(cli: CliContext<PlatformPorts & ApiDescriptionPorts>, slug: string): Promise<void> {
  await cli.change(async ({ accounts, apiDescriptions }, make) => {
    const project = await accounts.projectBySlug(slug);
    await make({ action: 'api-description.delete', project, target: project.id }, async () => {
      if (!(await apiDescriptions.delete(project.id))) throw createNoDocumentError(slug);
      return true;
    });
  });
  cli.terminal.out(`Removed the OpenAPI document of project ${slug}`);
}

function createNoDocumentError(slug: string): StoreInputError {
  return new StoreInputError(`project "${slug}" has no OpenAPI document: add one with api-description set`);
}

async function readDocument(file: string): Promise<string> {
  try {
    return decodeSource(await readFile(file));
  } catch (error) {
    const reason = describeFileError(error, file, 'read');
    throw new StoreInputError(`the OpenAPI document ${file} cannot be read: ${reason}`, { cause: error });
  }
}

function summarize(file: string, document: Parameters<typeof getSummary>[0]) {
  try {
    return getSummary(document);
  } catch (error) {
    if (!(error instanceof OpenapiError)) throw error;
    throw new StoreInputError(`the OpenAPI document ${file} is invalid: ${error.message}`, { cause: error });
  }
}
