const ITEM = {
  id: 'ctx_1',
  title: 'Once said',
  content: 'Once said: "createdAt":"never", NUL \u0000',
  public: false,
  createdAt: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
};
const LOG = {
  id: 'log_1',
  status: 200,
  method: 'GET',
  url: '/once-said',
  groupEmail: null,
  timestamp: '2026-03-01T10:00:00.000Z',
  request: { createdAt: 'Once said' },
  response: null,
};
const LINES = { accepted: 1, logs: [{ line: 1, id: 'log_2' }] };

const PROJECT = '/api/v1/projects/octo-api';

/** Idempotency records in their old form, with the whole response, and in their current form. */
export const WHOLE_ANSWERS = [
  { path: `${PROJECT}/context`, location: `${PROJECT}/context/ctx_1`, body: ITEM, kept: pick(ITEM) },
  { path: `${PROJECT}/logs`, location: `${PROJECT}/logs/log_1`, body: LOG, kept: { id: LOG.id } },
  { path: `${PROJECT}/logs-batch`, location: null, body: LINES, kept: LINES },
].map(({ path, location, body, kept }) => ({
  row: {
    key_id: 'key_1',
    method: 'POST',
    path,
    idempotency_key: 'k',
    payload: 'p',
    status: 201,
    location,
    body: JSON.stringify(body),
    created_at: '2026-03-01T10:00:00.000Z',
  },
  kept: JSON.stringify(kept),
}));

/** SQL that inserts the old idempotency records. */
export const INSERT_WHOLE_ANSWERS = WHOLE_ANSWERS.map(({ row }) => {
  const values = Object.values(row).map((value) => (value === null ? 'NULL' : `'${value}'`));
  return `INSERT INTO answers (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')});`;
}).join('\n');

function pick({ id, createdAt }: typeof ITEM) {
  return { id, createdAt };
}
