import { createHash } from 'node:crypto';
import { z } from 'zod';
import { cursorNumber, decodeCursor, encodeCursor } from '../database/cursor.ts';
import { lockProject } from '../database/lock-project.ts';
import { createId } from '../database/new-id.ts';
import { getNow, getText, type Sql, type SqlRow, type SqlValue, toTextOrNull } from '../database/sql.ts';
import { createInsert, selectColumns } from '../database/table.ts';
import { replaceEmails } from '../personal-data/replace-emails.ts';
import {
  type Audit,
  type AuditActor,
  type AuditEntry,
  type AuditFilters,
  type AuditTarget,
  getTargetKind,
  type HashedKind,
} from './audit.ts';
import { formatCanonicalJson } from './canonical-json.ts';
import { AUDIT } from './tables.ts';

/** Maximum length of a text from the client in an entry. Ids and slugs are shorter, and longer texts could fill the disk. */
const MAX_TEXT_LENGTH = 256;
const EXPORTED_ROWS_PER_READ = 500;
const auditCursor = z.tuple([cursorNumber]);
const action = z.templateLiteral([z.string(), '.', z.string()]);

const { number: _number, projectId: _projectId, slug: _slug, ...entryColumns } = AUDIT.columns;
const ENTRY = selectColumns(AUDIT, Object.keys(entryColumns) as (keyof typeof entryColumns)[], 'a');
const ENTRIES_SQL = `SELECT a.number, a.slug, u.email, ${ENTRY.columns} FROM audit a LEFT JOIN users u ON u.id = a.user_id`;

/** Properties of a kind of audit targets. */
export interface BoundAuditTarget extends Pick<AuditTarget<never>, 'rowLock'> {
  read?(projectId: string, id: string): Promise<object | undefined>;
}

export function createSqlAudit(sql: Sql, getTarget: (kind: string) => BoundAuditTarget | undefined): Audit {
  const hash = async ({ kind, projectId }: HashedKind, target: string) => {
    const value = await getTarget(kind)?.read?.(projectId ?? '', target);
    return value === undefined ? null : createHash('sha256').update(formatCanonicalJson(value)).digest('hex');
  };
  return {
    async record({ slug, action, target, actor, hashBefore = null, hashAfter = null, requestId, outcome }, hashedKind) {
      const entry = {
        id: createId('aud'),
        at: getNow(),
        projectId: slug,
        slug: formatClientText(slug),
        actor: actor.kind,
        action,
        target: formatClientText(target),
        ...getActorColumns(actor),
        hashBefore,
        hashAfter: hashedKind ? await hash(hashedKind, target) : hashAfter,
        requestId,
        outcome,
      };
      const insert = createInsert(AUDIT, [entry], { projectId: '(SELECT id FROM projects WHERE slug = ?)' });
      await sql.run(insert.sql, ...insert.values);
    },
    async lock(hashedKind, target) {
      const rowLock = getTarget(hashedKind.kind)?.rowLock;
      if (rowLock) await sql.run(rowLock.sql, target, ...(rowLock.byProject ? [hashedKind.projectId ?? ''] : []));
      else if (hashedKind.projectId !== undefined) await lockProject(sql, hashedKind.projectId);
      return hash(hashedKind, target);
    },
    async list(projectId, { limit, cursor, ...filters }) {
      const cursorList = ['audit', projectId];
      const cursorPosition = cursor === undefined ? [] : decodeCursor(cursorList, cursor, auditCursor);
      const { conditions, values } = getConditions(filters);
      const whereConditions = [
        'a.project_id = ?',
        ...(cursorPosition.length > 0 ? ['a.number < ?'] : []),
        ...conditions,
      ];
      const rows = await sql.all(
        `${ENTRIES_SQL} WHERE ${whereConditions.join(' AND ')} ORDER BY a.number DESC LIMIT ?`,
        projectId,
        ...cursorPosition,
        ...values,
        limit + 1,
      );
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        items: page.map(parseEntry),
        next: rows.length > limit && last ? encodeCursor(cursorList, [Number(last.number)]) : null,
      };
    },
    export: (filters, projectId) => exportEntries(sql, filters, projectId),
    async newest() {
      const row = await sql.get('SELECT max(at) AS at FROM audit');
      return toTextOrNull(row?.at) ?? undefined;
    },
    async prune(before, limit) {
      // The triggers allow deletions only while this row exists, and no other transaction sees it.
      await sql.run('INSERT INTO audit_retention (keep_from) VALUES (?)', before);
      const count = await sql.run(
        'DELETE FROM audit WHERE number IN (SELECT number FROM audit WHERE at < ? ORDER BY at LIMIT ?)',
        before,
        limit,
      );
      await sql.run('DELETE FROM audit_retention');
      return count;
    },
  };
}

async function* exportEntries(sql: Sql, filters: AuditFilters, projectId: string | undefined) {
  const { conditions, values } = getConditions(filters);
  const whereConditions = ['a.number > ?', ...(projectId === undefined ? [] : ['a.project_id = ?']), ...conditions];
  let lastNumber = 0;
  for (;;) {
    const rows = await sql.all(
      `${ENTRIES_SQL} WHERE ${whereConditions.join(' AND ')} ORDER BY a.number LIMIT ?`,
      lastNumber,
      ...(projectId === undefined ? [] : [projectId]),
      ...values,
      EXPORTED_ROWS_PER_READ,
    );
    for (const row of rows) yield { ...parseEntry(row), project: getText(row, 'slug') };
    const last = rows.at(-1);
    if (!last || rows.length < EXPORTED_ROWS_PER_READ) return;
    lastNumber = Number(last.number);
  }
}

function getConditions({ actor, action, target, since, until }: AuditFilters) {
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  const add = (condition: string, ...given: readonly SqlValue[]) => {
    conditions.push(condition);
    values.push(...given);
  };
  if (actor !== undefined) {
    const names = ['a.user_id', 'u.email', 'a.key_id', 'a.system_user', 'a.actor'];
    add(`(${names.map((name) => `${name} = ?`).join(' OR ')})`, ...names.map(() => actor));
  }
  if (action !== undefined) add('a.action = ?', action);
  if (target !== undefined) add('a.target = ?', target);
  if (since !== undefined) add('a.at >= ?', since);
  if (until !== undefined) add('a.at < ?', until);
  return { conditions, values };
}

/**
 * Returns the form in which a text from a request path is stored. A client can send any text instead of an id, for example the email address of a
 * user, but entries must not contain an address, because an erasure cannot remove it.
 */
function formatClientText(text: string): string {
  return limitText(replaceEmails(limitText(text), () => true));
}

function limitText(text: string): string {
  return text.slice(0, MAX_TEXT_LENGTH).toWellFormed();
}

function getActorColumns(actor: AuditActor) {
  const columns = { userId: null, keyId: null, systemUser: null };
  if (actor.kind === 'member') return { ...columns, userId: actor.userId, keyId: actor.keyId };
  return actor.kind === 'command-line' ? { ...columns, systemUser: limitText(actor.systemUser) } : columns;
}

function parseEntry(row: SqlRow): AuditEntry {
  const entry = ENTRY.parse(row);
  const parsedAction = action.parse(entry.action);
  return { ...entry, action: parsedAction, targetKind: getTargetKind(parsedAction), email: toTextOrNull(row.email) };
}
