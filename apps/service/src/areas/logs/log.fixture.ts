/** A valid log with a value in most fields. */
export const LOG = {
  status: 404,
  method: 'GET',
  url: 'https://api.example.com/pets/1',
  groupEmail: 'team@example.com',
  timestamp: '2026-03-01T10:00:00.000Z',
  durationMs: 12.5,
  route: '/pets/{petId}',
  userAgent: 'curl/8.5.0',
  errorCode: 'no_such_pet',
  environment: 'production',
  traceId: null,
  recoveryHintId: null,
  request: { headers: { accept: 'application/json' } },
  response: { body: 'no such pet' },
};
