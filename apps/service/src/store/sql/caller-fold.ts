import type { DeltaCallerDay } from '../traffic/delta.ts';
import { type Sql, valueRows } from './sql.ts';
import { inSlices, upsert } from './upsert.ts';

const MINUTES_PER_DAY = 1_440;

/** Adds requests to the days of their callers, and creates or updates the record of each caller. */
export async function foldCallerDays(sql: Sql, projectId: string, given: readonly DeltaCallerDay[]): Promise<void> {
  const days = [...mergedBy(given, ({ day, caller }) => `${day} ${caller}`).values()];
  await inSlices(days, (slice) =>
    upsert(
      sql,
      'caller_days',
      ['project_id', 'caller', 'day'],
      ['n', 'e4', 'e5', 'other', 'throttled'],
      slice.map(({ day, caller, n, e4, e5, other, throttled }) => [
        projectId,
        caller,
        day,
        n,
        e4,
        e5,
        other,
        throttled,
      ]),
    ),
  );
  const callers = [...mergedBy(given, ({ caller }) => caller).values()];
  await inSlices(callers, (slice) => writeCallers(sql, projectId, slice));
}

function mergedBy(given: readonly DeltaCallerDay[], keyOf: (day: DeltaCallerDay) => string) {
  const merged = new Map<string, Required<Omit<DeltaCallerDay, 'email'>> & { email: string | null }>();
  for (const each of given) {
    const { day, caller, n, e4, e5, other = 0, throttled = 0, email = null } = each;
    const { first = day, last = day + MINUTES_PER_DAY - 1 } = each;
    const known = merged.get(keyOf(each));
    if (!known) {
      merged.set(keyOf(each), { day, caller, n, e4, e5, other, throttled, email, first, last });
      continue;
    }
    known.n += n;
    known.e4 += e4;
    known.e5 += e5;
    known.other += other;
    known.throttled += throttled;
    known.email ??= email;
    known.first = Math.min(known.first, first);
    known.last = Math.max(known.last, last);
  }
  return merged;
}

async function writeCallers(
  sql: Sql,
  projectId: string,
  callers: readonly { caller: string; email: string | null; first: number; last: number }[],
): Promise<void> {
  await sql.run(
    `INSERT INTO callers (project_id, id, email, first_seen, last_seen)
     VALUES ${valueRows(callers.length, 5)}
     ON CONFLICT (project_id, id) DO UPDATE SET
       email = coalesce(excluded.email, callers.email),
       first_seen = CASE WHEN excluded.first_seen < callers.first_seen THEN excluded.first_seen ELSE callers.first_seen END,
       last_seen = CASE WHEN excluded.last_seen > callers.last_seen THEN excluded.last_seen ELSE callers.last_seen END`,
    ...callers.flatMap(({ caller, email, first, last }) => [projectId, caller, email, first, last]),
  );
}
