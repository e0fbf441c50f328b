import { readFile } from 'node:fs/promises';
import { decodeSource, detectFormat, parseSource } from '@context-sync/openapi/source';
import { Command } from 'commander';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { describeFileError } from '../../platform/database/file-error.ts';
import { StoreInputError } from '../../platform/database/store-input-error.ts';
import { HttpError } from '../../platform/errors/errors.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import { MAX_DOCUMENT_BYTES } from './document-routes.ts';
import { readDocument } from './import-document.ts';
import type { UseCaseInput, UseCasePorts } from './store.ts';

/** Limits for parsing a YAML document. */
const BOUNDS = { depth: 64, lexemes: 500_000 };

export function createUseCaseCommands(cli: CliContext<PlatformPorts & UseCasePorts>): Command[] {
  return [
    new Command('import-use-cases')
      .description('create or replace use cases of a project from an Arazzo document in JSON or YAML')
      .argument('<slug>')
      .argument('<file>')
      .action(async (slug: string, file: string) => {
        const inputs = await readInputs(file);
        const { created, updated, unchanged } = await cli.change(async ({ accounts, useCases }, make) => {
          const project = await accounts.projectBySlug(slug);
          return make({ action: 'use-case-import.update', project, target: project.id }, async () => {
            const result = await useCases.import(project.id, inputs);
            if (!('limit' in result)) return result;
            throw new StoreInputError(`project "${slug}" would have more than ${result.limit} use cases`);
          });
        });
        cli.terminal.out(`created: ${created}, updated: ${updated}, unchanged: ${unchanged}`);
      }),
  ];
}

/** @throws StoreInputError if the file cannot be read or is not an Arazzo document */
async function readInputs(file: string): Promise<UseCaseInput[]> {
  const fail = (reason: string, cause?: unknown) =>
    new StoreInputError(`the Arazzo document ${file} cannot be read: ${reason}`, { cause });
  const bytes = await readFile(file).catch((error: unknown) => {
    throw fail(describeFileError(error, file, 'read'), error);
  });
  if (bytes.byteLength > MAX_DOCUMENT_BYTES) throw fail(`it has more than ${MAX_DOCUMENT_BYTES} bytes`);
  const text = decodeSource(bytes);
  const source = parseSource(text, detectFormat(text, file), BOUNDS);
  if ('fault' in source) throw fail(`${source.fault.message} at line ${source.fault.line}`);
  try {
    return readDocument(source.root);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const [detail] = error.details ?? [];
    throw fail(detail ? `${detail.where.replace(/^body\.?/, '')}: ${detail.message}` : error.message, error);
  }
}
