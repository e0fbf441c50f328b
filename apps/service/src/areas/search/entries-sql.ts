import { countItemWords } from '@context-sync/search';
import { SegmentIndex } from '../../platform/database/segment-index.ts';
import { createPlaceholders, getText, type Sql } from '../../platform/database/sql.ts';
import { createInsert } from '../../platform/database/table.ts';
import type { EntryOwner, EntryText, TextKind } from './store.ts';
import { ENTRY_INDEX, SEARCH_ENTRIES } from './tables.ts';

/** Number of texts in one statement. A text can have the size of a page. */
const TEXTS_PER_STATEMENT = 100;

/** The index of the texts of all projects. */
export const entryIndex = new SegmentIndex(ENTRY_INDEX);

/**
 * Replaces the texts of an owner. The transaction must have locked the project.
 * @param isPublic whether the texts are public
 */
export async function replaceEntries(
  sql: Sql,
  owner: EntryOwner,
  texts: readonly EntryText[],
  isPublic: boolean,
): Promise<void> {
  const removedEntries = await sql.all(
    'DELETE FROM search_entries WHERE project_id = ? AND kind = ? AND owner = ? RETURNING number',
    owner.projectId,
    owner.kind,
    owner.owner,
  );
  await entryIndex.remove(
    sql,
    removedEntries.map(({ number }) => Number(number)),
  );
  const numbers = new Map<number, number>();
  for (let start = 0; start < texts.length; start += TEXTS_PER_STATEMENT) {
    const rows = texts.slice(start, start + TEXTS_PER_STATEMENT).map((text, index) => ({
      ...owner,
      place: start + index,
      name: text.name,
      title: text.title.toWellFormed(),
      content: text.content.toWellFormed(),
      public: isPublic,
    }));
    const insert = createInsert(SEARCH_ENTRIES, rows);
    const inserted = await sql.all(`${insert.sql} RETURNING number, place`, ...insert.values);
    for (const row of inserted) numbers.set(Number(row.place), Number(row.number));
  }
  await entryIndex.add(
    sql,
    owner.projectId,
    texts.map((text, place) => ({
      number: numbers.get(place) as number,
      public: isPublic,
      words: countItemWords(text),
    })),
  );
}

/** Changes whether the texts of one kind are public. The transaction must have locked the project. */
export async function publishEntries(sql: Sql, projectId: string, kind: TextKind, isPublic: boolean): Promise<void> {
  const rows = await sql.all(
    'SELECT number, title, content FROM search_entries WHERE project_id = ? AND kind = ? AND public <> ? ORDER BY number',
    projectId,
    kind,
    isPublic,
  );
  for (let start = 0; start < rows.length; start += TEXTS_PER_STATEMENT) {
    const numbers = rows.slice(start, start + TEXTS_PER_STATEMENT).map(({ number }) => Number(number));
    await sql.run(
      `UPDATE search_entries SET public = ? WHERE number IN (${createPlaceholders(numbers.length)})`,
      isPublic,
      ...numbers,
    );
    await entryIndex.remove(sql, numbers);
  }
  await entryIndex.add(
    sql,
    projectId,
    rows.map((row) => ({
      number: Number(row.number),
      public: isPublic,
      words: countItemWords({ title: getText(row, 'title'), content: getText(row, 'content') }),
    })),
  );
}
