import { z } from 'zod';
import { AUDIT_ACTIONS, AUDIT_OUTCOMES, type Audit, type AuditEntry } from '../audit.ts';
import { cursorNumber, decodeCursor, encodeCursor } from '../cursor.ts';
import { createId } from '../new-id.ts';
import { getNow, getText, type Sql, type SqlRow } from './sql.ts';

/** Maximum length of a text from the caller in an entry. Ids and slugs are shorter, and longer texts could fill the disk. */
const MAX_TEXT_LENGTH = 256;
const auditCursor = z.tuple([cursorNumber]);
const outcome = z.enum(AUDIT_OUTCOMES);
const action = z.enum(AUDIT_ACTIONS);

export function createSqlAudit(sql: Sql): Audit {
  return {
    async record({ slug, action, target, caller, requestId, outcome }) {
      await sql.run(
        `INSERT INTO audit (id, at, project_id, slug, action, target, user_id, key_id, request_id, outcome)
         VALUES (?, ?, (SELECT id FROM projects WHERE slug = ?), ?, ?, ?, ?, ?, ?, ?)`,
        createId('aud'),
        getNow(),
        slug,
        slug.slice(0, MAX_TEXT_LENGTH).toWellFormed(),
        action,
        target.slice(0, MAX_TEXT_LENGTH).toWellFormed(),
        caller.userId,
        caller.keyId,
        requestId,
        outcome,
      );
    },
    async list(projectId, { limit, cursor }) {
      const cursorList = ['audit', projectId];
      const cursorPosition = cursor === undefined ? [] : decodeCursor(cursorList, cursor, auditCursor);
      const rows = await sql.all(
        `SELECT a.number, a.id, a.at, a.action, a.target, a.user_id, u.email, a.key_id, a.request_id, a.outcome
         FROM audit a JOIN users u ON u.id = a.user_id
         WHERE a.project_id = ? ${cursorPosition.length > 0 ? 'AND a.number < ?' : ''} ORDER BY a.number DESC LIMIT ?`,
        projectId,
        ...cursorPosition,
        limit + 1,
      );
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        items: page.map(parseEntry),
        next: rows.length > limit && last ? encodeCursor(cursorList, [Number(last.number)]) : null,
      };
    },
  };
}

function parseEntry(row: SqlRow): AuditEntry {
  return {
    id: getText(row, 'id'),
    at: getText(row, 'at'),
    action: action.parse(row.action),
    target: getText(row, 'target'),
    userId: getText(row, 'user_id'),
    email: getText(row, 'email'),
    keyId: getText(row, 'key_id'),
    requestId: getText(row, 'request_id'),
    outcome: outcome.parse(row.outcome),
  };
}
