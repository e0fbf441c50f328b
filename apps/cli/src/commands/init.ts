import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { formatWorkflow } from '@context-sync/core';
import { UserError } from '@context-sync/engine/problem/problem';
import type { CommandInput } from '../options/command-definition.ts';
import { createContext } from '../workspace/create-context.ts';
import { openRepository } from '../workspace/open-repository.ts';
import { parseSelectedSources } from '../workspace/read-sources.ts';

const WORKFLOW_PATH = '.github/workflows/context-sync.yml';

/** Writes the workflow of the action, or prints it. */
export async function run(input: CommandInput): Promise<number> {
  const repository = await openRepository(resolve(input.folder, input.getValue('repository') ?? '.'));
  const context = await createContext(repository, input.env, '');
  const defaultProject = context.repo.toLowerCase();
  const [source] = parseSelectedSources(input, {}, { needsPlatform: true, defaultProject });
  if (!source) return 1;
  if (source.problems.length > 0) throw new UserError(source.problems);
  const { baseUrl, project = defaultProject, docs = 'docs', branch, installationId } = source.settings;
  const workflow = `${formatWorkflow({
    baseUrl: baseUrl?.href ?? '',
    project,
    docs: docs === '' ? '.' : docs,
    branch: branch ?? context.defaultBranch ?? 'main',
    installationId: installationId === undefined ? undefined : String(installationId),
  })}\n`;
  if (input.isSet('json')) input.terminal.write(`${JSON.stringify({ path: WORKFLOW_PATH, workflow }, null, 2)}\n`);
  else if (input.isSet('print')) input.terminal.write(workflow);
  else await writeWorkflow(input, repository.folder, workflow);
  return 0;
}

async function writeWorkflow(input: CommandInput, folder: string, workflow: string): Promise<void> {
  const path = join(folder, WORKFLOW_PATH);
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(path, workflow, { flag: input.isSet('force') ? 'w' : 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const fix = 'compare it with the output of --print, or replace it with --force';
    throw new UserError([{ subject: WORKFLOW_PATH, problem: 'already exists', fix }], error);
  }
  input.terminal.print(`Wrote ${WORKFLOW_PATH}

1. Store your API key as the secret CONTEXT_SYNC_API_KEY of the repository.
2. Under "paths", name the configuration of your site generator and the files that pages include.
3. Commit the file. The next pull request shows the plan, and the merge syncs the docs.`);
}
