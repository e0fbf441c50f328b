import type { CapturedLog } from '../log/captured-log.ts';

export function sampleLog(parts: Partial<CapturedLog> = {}): CapturedLog {
  return {
    status: 200,
    method: 'GET',
    url: 'https://api.example.com/pets/1',
    user: 'ann@example.com',
    startedAt: Date.UTC(2026, 2, 1),
    durationMs: 1.23456,
    route: '/pets/{petId}',
    userAgent: 'curl/8',
    errorCode: undefined,
    traceId: undefined,
    requestHeaders: undefined,
    responseHeaders: undefined,
    requestBody: undefined,
    responseBody: undefined,
    aborted: false,
    delivery: undefined,
    ...parts,
  };
}
