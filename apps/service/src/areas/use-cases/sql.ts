import { createHash } from 'node:crypto';
import { lockProject } from '../../platform/database/lock-project.ts';
import { createId } from '../../platform/database/new-id.ts';
import { getNow, getText, type Sql, type SqlRow } from '../../platform/database/sql.ts';
import { insertRow, selectColumns } from '../../platform/database/table.ts';
import { isKnownEtag } from '../../platform/http/etags.ts';
import { replaceEntries } from '../search/entries-sql.ts';
import type { Workflow } from './arazzo.ts';
import {
  MAX_USE_CASES,
  type UseCase,
  type UseCaseImport,
  type UseCaseInput,
  type UseCaseOrder,
  type UseCases,
} from './store.ts';
import { USE_CASES } from './tables.ts';

const USE_CASE = selectColumns(USE_CASES, ['id', 'workflow', 'public', 'etag', 'createdAt', 'updatedAt']);

export function createSqlUseCases(sql: Sql): UseCases {
  const list = async (projectId: string): Promise<UseCase[]> => {
    const rows = await sql.all(
      `SELECT ${USE_CASE.columns} FROM use_cases WHERE project_id = ? ORDER BY place, id`,
      projectId,
    );
    return rows.map(parseUseCase);
  };
  const get: UseCases['get'] = async (projectId, id) => {
    const row = await sql.get(
      `SELECT ${USE_CASE.columns} FROM use_cases WHERE project_id = ? AND id = ?`,
      projectId,
      id,
    );
    return row && parseUseCase(row);
  };
  const order = async (projectId: string) => getOrder(await list(projectId));
  return {
    list,
    get,
    order,
    async version(projectId) {
      const rows = await sql.all('SELECT id, etag FROM use_cases WHERE project_id = ? ORDER BY place, id', projectId);
      return rows.length === 0 ? '' : computeEtag(rows.map(({ id, etag }) => [id, etag]));
    },
    async create(projectId, input) {
      await lockProject(sql, projectId);
      const all = await list(projectId);
      const sameUseCase = findSame(all, input.workflow);
      if (sameUseCase) return { sameAs: sameUseCase.id };
      if (all.length >= MAX_USE_CASES) return { limit: MAX_USE_CASES };
      return add(sql, projectId, input);
    },
    async replace(projectId, id, input, knownEtags) {
      await lockProject(sql, projectId);
      const all = await list(projectId);
      const storedUseCase = all.find((each) => each.id === id);
      if (!storedUseCase) return undefined;
      if (!isKnownEtag(storedUseCase.etag, knownEtags)) return { changed: storedUseCase };
      const same = findSame(all, input.workflow);
      if (same && same.id !== id) return { sameAs: same.id };
      return write(sql, projectId, storedUseCase, input);
    },
    async delete(projectId, id, knownEtags) {
      await lockProject(sql, projectId);
      const storedUseCase = await get(projectId, id);
      if (!storedUseCase) return false;
      if (!isKnownEtag(storedUseCase.etag, knownEtags)) return { changed: storedUseCase };
      await replaceEntries(sql, { projectId, kind: 'use-case', owner: id }, [], false);
      return (await sql.run('DELETE FROM use_cases WHERE project_id = ? AND id = ?', projectId, id)) > 0;
    },
    async reorder(projectId, ids, knownEtags) {
      await lockProject(sql, projectId);
      const all = await list(projectId);
      const storedOrder = getOrder(all);
      if (!isKnownEtag(storedOrder.etag, knownEtags)) return { changed: storedOrder };
      const listedIds: string[] = [];
      for (const id of ids) {
        const found = all.find((each) => each.id === id || each.workflow.workflowId === id);
        if (!found) return { unknown: id };
        listedIds.push(found.id);
      }
      const orderedIds = [...new Set([...listedIds, ...storedOrder.ids])];
      for (const [place, id] of orderedIds.entries())
        await sql.run('UPDATE use_cases SET place = ? WHERE project_id = ? AND id = ?', place, projectId, id);
      return { ids: orderedIds, etag: computeEtag(orderedIds) };
    },
    import: (projectId, inputs) => importAll(sql, projectId, inputs, list),
  };
}

async function importAll(
  sql: Sql,
  projectId: string,
  inputs: readonly UseCaseInput[],
  list: UseCases['list'],
): Promise<UseCaseImport | { readonly limit: number }> {
  await lockProject(sql, projectId);
  const all = await list(projectId);
  const createdInputs = inputs.filter(({ workflow }) => !findSame(all, workflow));
  if (all.length + createdInputs.length > MAX_USE_CASES) return { limit: MAX_USE_CASES };
  const ids: string[] = [];
  let updatedCount = 0;
  for (const input of inputs) {
    const storedUseCase = findSame(all, input.workflow);
    const result = storedUseCase ? await write(sql, projectId, storedUseCase, input) : await add(sql, projectId, input);
    if (storedUseCase && result !== storedUseCase) updatedCount += 1;
    ids.push(result.id);
  }
  return {
    created: createdInputs.length,
    updated: updatedCount,
    unchanged: inputs.length - createdInputs.length - updatedCount,
    ids,
  };
}

async function add(sql: Sql, projectId: string, input: UseCaseInput): Promise<UseCase> {
  const row = await sql.get('SELECT coalesce(max(place), -1) AS last FROM use_cases WHERE project_id = ?', projectId);
  const now = getNow();
  const useCase = { id: createId('uc'), ...input, etag: getEtag(input), createdAt: now, updatedAt: now };
  await insertRow(sql, USE_CASES, {
    ...useCase,
    projectId,
    workflowId: input.workflow.workflowId,
    workflow: JSON.stringify(input.workflow),
    place: Number(row?.last) + 1,
  });
  await indexUseCase(sql, projectId, useCase);
  return useCase;
}

/** Replaces a use case, unless it is unchanged. */
async function write(sql: Sql, projectId: string, storedUseCase: UseCase, input: UseCaseInput): Promise<UseCase> {
  const etag = getEtag(input);
  if (etag === storedUseCase.etag) return storedUseCase;
  const updatedAt = getNow();
  await sql.run(
    'UPDATE use_cases SET workflow_id = ?, workflow = ?, public = ?, etag = ?, updated_at = ? WHERE project_id = ? AND id = ?',
    input.workflow.workflowId,
    JSON.stringify(input.workflow),
    input.public,
    etag,
    updatedAt,
    projectId,
    storedUseCase.id,
  );
  await indexUseCase(sql, projectId, { id: storedUseCase.id, ...input });
  return { ...storedUseCase, ...input, etag, updatedAt };
}

/** Replaces the text of a use case in the search index. The transaction must have locked the project. */
async function indexUseCase(
  sql: Sql,
  projectId: string,
  { id, workflow, public: isPublic }: UseCaseInput & { readonly id: string },
): Promise<void> {
  const steps = workflow.steps.map(({ stepId, description = '', operationId = '' }) =>
    [stepId, operationId, description].filter((part) => part !== '').join(': '),
  );
  const content = [workflow.description ?? '', ...steps].filter((part) => part !== '').join('\n\n');
  const text = { name: workflow.workflowId, title: workflow.summary, content };
  await replaceEntries(sql, { projectId, kind: 'use-case', owner: id }, [text], isPublic);
}

/** Indexes all use cases. Must be called after use cases were inserted without the index. */
export async function indexAllUseCases(sql: Sql): Promise<void> {
  const rows = await sql.all(`SELECT project_id, ${USE_CASE.columns} FROM use_cases ORDER BY project_id, place, id`);
  for (const row of rows) {
    // A manually edited backup can contain an invalid workflow. Its use case is not indexed.
    if (isWorkflow(getText(row, 'workflow'))) await indexUseCase(sql, getText(row, 'project_id'), parseUseCase(row));
  }
}

const findSame = (all: readonly UseCase[], { workflowId }: Workflow) =>
  all.find(({ workflow }) => workflow.workflowId === workflowId);
function getOrder(all: readonly UseCase[]): UseCaseOrder {
  const ids = all.map(({ id }) => id);
  return { ids, etag: computeEtag(ids) };
}

const getEtag = ({ workflow, public: isPublic }: UseCaseInput) => computeEtag([workflow, isPublic]);

function computeEtag(value: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)}"`;
}

function isWorkflow(text: string): boolean {
  try {
    const value: Partial<Workflow> | null = JSON.parse(text);
    return typeof value?.summary === 'string' && typeof value.workflowId === 'string' && Array.isArray(value.steps);
  } catch {
    return false;
  }
}

function parseUseCase(row: SqlRow): UseCase {
  const { workflow, ...useCase } = USE_CASE.parse(row);
  return { ...useCase, workflow: JSON.parse(workflow) as Workflow };
}
