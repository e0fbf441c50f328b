/**
 * What a column can contain of the users of the captured API:
 *
 * - `generated`: nothing, because the service generates the value or selects it from a fixed list: ids, hashes, counts, times, kinds
 * - `members`: text of members and operators, which an erasure keeps: accounts, context items, hints, settings
 * - `expiring`: text of a client of this API, which is deleted after a day
 * - `user`: the id of the user to whom the row belongs. The row is deleted with the user
 * - `of-user`: data of the user to whom the row belongs
 * - `address`: the address of the user who sent the request of a log
 * - `captured`: text or JSON of a captured request, in which an erasure replaces the address
 * - `route`, `name`: a route or another name of a captured request. An erasure replaces the address and adds the counts of the row to those of the
 *   new name
 * - `index`: fragments of the texts of another table, for a search
 * - `pending`: counts that are folded into other tables before an erasure is finished
 */
export type ColumnContent =
  | 'generated'
  | 'members'
  | 'expiring'
  | 'user'
  | 'of-user'
  | 'address'
  | 'captured'
  | 'route'
  | 'name'
  | 'index'
  | 'pending';

type PersonalDataTable = Readonly<Record<string, ColumnContent>>;

/** Creates the declaration of columns that cannot contain personal data. */
function listGenerated(columns: string): PersonalDataTable {
  return Object.fromEntries(columns.split(' ').map((column) => [column, 'generated']));
}

/**
 * The content of every column of both databases. Erasures derive their statements from this declaration, and a test compares it with the columns of
 * the databases, so that a new column cannot be forgotten.
 */
export const PERSONAL_DATA: Readonly<Record<string, PersonalDataTable>> = {
  migrations: listGenerated('version name checksum applied_at'),
  clock: listGenerated('name at'),
  write_probe: listGenerated('filler'),
  context_items_to_index: listGenerated('number'),
  users: { ...listGenerated('id created_at revoked_at'), email: 'members' },
  projects: { ...listGenerated('id created_at closed_at anonymous_mcp'), slug: 'members', name: 'members' },
  members: listGenerated('project_id user_id created_at'),
  keys: {
    ...listGenerated('id user_id access project_id hash created_at expires_at revoked_at last_used_at successor_id'),
    name: 'members',
  },
  data_sources: { ...listGenerated('id project_id created_at'), input: 'members', identity: 'members' },
  api_descriptions: { ...listGenerated('project_id format sha256 updated_at'), text: 'members' },
  // Only SQLite has the tables `log_urls` and `write_probe`.
  context_items: {
    ...listGenerated('number id project_id public created_at updated_at'),
    title: 'members',
    content: 'members',
  },
  context_waiting: { ...listGenerated('number project_id documents'), words: 'index' },
  context_segment_items: listGenerated('number segment'),
  context_segments: listGenerated('number project_id documents live'),
  context_segment_words: { ...listGenerated('project_id bucket segment'), words: 'index' },
  log_urls: { url: 'index' },
  hints: {
    ...listGenerated('number id project_id created_at updated_at'),
    match_key: 'members',
    input: 'members',
  },
  risk_thresholds: listGenerated('project_id thresholds'),
  audit: {
    ...listGenerated(
      'number id at project_id actor action target user_id key_id hash_before hash_after request_id outcome',
    ),
    slug: 'members',
    system_user: 'members',
  },
  audit_retention: listGenerated('keep_from'),
  answers: {
    ...listGenerated('key_id method payload status location body created_at'),
    path: 'expiring',
    idempotency_key: 'expiring',
  },
  logs: {
    ...listGenerated('number id project_id status timestamp duration_ms caller route_source'),
    group_email: 'address',
    method: 'name',
    url: 'captured',
    route: 'route',
    user_agent: 'captured',
    error_code: 'name',
    environment: 'name',
    trace_id: 'captured',
    recovery_hint_id: 'captured',
    request: 'captured',
    response: 'captured',
  },
  endpoints: { ...listGenerated('number project_id id source used'), method: 'name', route: 'route' },
  traffic_environments: { ...listGenerated('project_id used'), name: 'name' },
  traffic_state: listGenerated('project_id minutes_since hours_since logs_since used_week'),
  log_bytes: listGenerated('project_id day bytes'),
  key_usage: listGenerated('key_id day bytes'),
  traffic_pending: { ...listGenerated('number project_id'), delta: 'pending' },
  traffic: {
    ...listGenerated('project_id grain endpoint bucket caller n c2 c3 c4 c5 histogram'),
    environment: 'name',
  },
  traffic_errors: { ...listGenerated('project_id day endpoint status n'), error_code: 'name' },
  caller_days: { ...listGenerated('project_id day n e4 e5 other throttled bots'), caller: 'user' },
  callers: {
    ...listGenerated(
      'project_id ignored snoozed_until first_seen last_seen client_kind n7 n7_before n30 e30 risk_level',
    ),
    id: 'user',
    email: 'of-user',
    spellings: 'of-user',
    name: 'of-user',
    note: 'of-user',
    reasons: 'generated',
  },
  hint_deliveries: {
    ...listGenerated('project_id hint_id hint_version day at ends_at caller_kind withheld recovered'),
    caller: 'user',
    group_email: 'of-user',
    method: 'name',
    route: 'route',
  },
  // The id of the user is a hash of the address. It stays, so that the members can see that the erasure is finished.
  erasures: listGenerated('project_id caller requested_at finished_at logs'),
};

/** Lists the columns of a table with the given contents. */
export function listColumns(table: string, contents: readonly ColumnContent[]): string[] {
  return Object.entries(PERSONAL_DATA[table] ?? {})
    .filter(([, content]) => contents.includes(content))
    .map(([column]) => column);
}

/** Lists the tables whose rows belong to users, each with the column of the user's id. */
export function listUserTables(): { readonly table: string; readonly column: string }[] {
  return Object.keys(PERSONAL_DATA).flatMap((table) =>
    listColumns(table, ['user']).map((column) => ({ table, column })),
  );
}

/** Lists the tables that erasures change. */
export function listErasedTables(): string[] {
  return Object.keys(PERSONAL_DATA).filter(
    (table) => listColumns(table, ['user', 'address', 'captured', 'route', 'name', 'pending']).length > 0,
  );
}
