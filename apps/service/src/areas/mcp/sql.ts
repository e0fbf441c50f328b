import { assignPlaces } from '../../platform/database/assign-places.ts';
import { lockProject } from '../../platform/database/lock-project.ts';
import { NAME_LIMITS } from '../../platform/database/name-limits.ts';
import { createId } from '../../platform/database/new-id.ts';
import { createPlaceholders, getText, type Sql } from '../../platform/database/sql.ts';
import { insertRow, selectColumns } from '../../platform/database/table.ts';
import { upsert, writeInSlices } from '../../platform/database/upsert-sql.ts';
import type { ToolSetting } from '../../platform/mcp/tool-offers.ts';
import { mergeCounts } from './merge-counts.ts';
import { MAX_INTENTS, type McpTools, OTHER_CLIENTS, type ToolDayCounts, type ToolIntent } from './store.ts';
import { MCP_INTENT_PROJECTS, MCP_INTENTS, MCP_TOOL_DAYS, MCP_TOOLS } from './tables.ts';

const SETTING = selectColumns(MCP_TOOLS, ['projectId', 'name', 'enabled', 'description']);
const COUNTS = selectColumns(MCP_TOOL_DAYS, ['tool', 'client', 'calls', 'errors', 'durationMs']);
const INTENT = selectColumns(MCP_INTENTS, ['tool', 'client', 'intent', 'at']);
/** Number of projects in one statement. */
const PROJECTS_PER_STATEMENT = 500;

export function createSqlMcpTools(sql: Sql): McpTools {
  return {
    async settings(projectIds) {
      const tools: ToolSetting[] = [];
      const intentProjects: string[] = [];
      for (let start = 0; start < projectIds.length; start += PROJECTS_PER_STATEMENT) {
        const ids = projectIds.slice(start, start + PROJECTS_PER_STATEMENT);
        const condition = `project_id IN (${createPlaceholders(ids.length)})`;
        const rows = await sql.all(`SELECT ${SETTING.columns} FROM mcp_tools WHERE ${condition}`, ...ids);
        tools.push(...rows.map(SETTING.parse));
        const projectRows = await sql.all(`SELECT project_id FROM mcp_intent_projects WHERE ${condition}`, ...ids);
        intentProjects.push(...projectRows.map((row) => getText(row, 'project_id')));
      }
      return { tools, intentProjects };
    },
    async setting(projectId, name) {
      const row = await sql.get(
        `SELECT ${SETTING.columns} FROM mcp_tools WHERE project_id = ? AND name = ?`,
        projectId,
        name,
      );
      return row && SETTING.parse(row);
    },
    change: ({ projectId, name, enabled, description }) =>
      upsert(sql, MCP_TOOLS, [{ projectId, name, enabled, description }]),
    async askForIntent(projectId, asks) {
      await lockProject(sql, projectId);
      await sql.run('DELETE FROM mcp_intent_projects WHERE project_id = ?', projectId);
      if (asks) await insertRow(sql, MCP_INTENT_PROJECTS, { projectId });
      else await sql.run('DELETE FROM mcp_intents WHERE project_id = ?', projectId);
    },
    addIntents: (projectId, intents) => addIntents(sql, projectId, intents),
    async intents(projectId) {
      const rows = await sql.all(
        `SELECT ${INTENT.columns} FROM mcp_intents WHERE project_id = ? ORDER BY at DESC, id`,
        projectId,
      );
      return rows.map(INTENT.parse);
    },
    addCounts: (projectId, counts) => addCounts(sql, projectId, counts),
    async counts(projectId, since) {
      const rows = await sql.all(
        `SELECT tool, client, sum(calls) AS calls, sum(errors) AS errors, sum(duration_ms) AS duration_ms
         FROM mcp_tool_days WHERE project_id = ? AND day >= ? GROUP BY tool, client`,
        projectId,
        since,
      );
      return rows.map(COUNTS.parse);
    },
    async prune(before, intentsBefore) {
      const counts = await sql.run('DELETE FROM mcp_tool_days WHERE day < ?', before);
      return counts + (await sql.run('DELETE FROM mcp_intents WHERE at < ?', intentsBefore));
    },
  };
}

async function addIntents(sql: Sql, projectId: string, intents: readonly ToolIntent[]): Promise<void> {
  await lockProject(sql, projectId);
  // The project may have stopped asking for intents since the calls.
  if (!(await sql.get('SELECT 1 AS one FROM mcp_intent_projects WHERE project_id = ?', projectId))) return;
  for (const intent of intents) await insertRow(sql, MCP_INTENTS, { projectId, id: createId('int'), ...intent });
  for (const tool of new Set(intents.map((each) => each.tool))) {
    await sql.run(
      `DELETE FROM mcp_intents WHERE project_id = ? AND tool = ? AND id NOT IN (
         SELECT id FROM mcp_intents WHERE project_id = ? AND tool = ? ORDER BY at DESC, id LIMIT ${MAX_INTENTS}
       )`,
      projectId,
      tool,
      projectId,
      tool,
    );
  }
}

async function addCounts(sql: Sql, projectId: string, counts: readonly ToolDayCounts[]): Promise<void> {
  await lockProject(sql, projectId);
  const boundedCounts: ToolDayCounts[] = [];
  for (const [day, dayCounts] of Map.groupBy(counts, (each) => each.day)) {
    const { named, released } = await assignClients(sql, projectId, day, dayCounts);
    for (const each of [...released, ...dayCounts]) {
      boundedCounts.push(named.has(each.client) ? each : { ...each, client: OTHER_CLIENTS });
    }
  }
  const summedColumns = ['calls', 'errors', 'durationMs'] as const;
  await writeInSlices(mergeCounts(boundedCounts), (slice) =>
    upsert(
      sql,
      MCP_TOOL_DAYS,
      slice.map((each) => ({ projectId, ...each })),
      { added: summedColumns },
    ),
  );
}

/** Returns the clients that are counted separately on a day, and deletes and returns the counts of clients beyond the limit. */
async function assignClients(
  sql: Sql,
  projectId: string,
  day: number,
  counts: readonly ToolDayCounts[],
): Promise<{ readonly named: ReadonlySet<string>; readonly released: readonly ToolDayCounts[] }> {
  const rows = await sql.all(
    `SELECT client, sum(calls) AS calls FROM mcp_tool_days WHERE project_id = ? AND day = ? AND client <> ? GROUP BY client`,
    projectId,
    day,
    OTHER_CLIENTS,
  );
  const holders = new Map(rows.map((row) => [getText(row, 'client'), Number(row.calls)]));
  const candidates = new Map<string, number>();
  for (const { client, calls } of counts) {
    if (client === OTHER_CLIENTS) continue;
    const uses = holders.has(client) ? holders : candidates;
    uses.set(client, (uses.get(client) ?? 0) + calls);
  }
  const places = NAME_LIMITS.mcpClientsPerDay;
  const { admitted, evicted } = assignPlaces(holders, candidates, { places, maxEvicted: places });
  const releasedCounts: ToolDayCounts[] = [];
  for (const client of evicted) {
    holders.delete(client);
    const fromClause = 'FROM mcp_tool_days WHERE project_id = ? AND day = ? AND client = ?';
    const found = await sql.all(`SELECT ${COUNTS.columns} ${fromClause}`, projectId, day, client);
    releasedCounts.push(...found.map((row) => ({ day, ...COUNTS.parse(row) })));
    await sql.run(`DELETE ${fromClause}`, projectId, day, client);
  }
  return { named: new Set([...holders.keys(), ...admitted]), released: releasedCounts };
}
