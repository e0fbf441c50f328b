const key = { in: 'header', name: 'Idempotency-Key' };

/** The OpenAPI document of a service with the extensions, reduced to the parts that clients read. */
export const OPENAPI_DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Context', version: '1' },
  paths: {
    '/api/v1/projects/{slug}/context': {
      post: { parameters: [key] },
      get: { parameters: [{ in: 'query', name: 'after' }] },
    },
    '/api/v1/projects/{slug}/context/{id}': { put: {}, delete: {} },
    '/api/v1/projects/{slug}/data-sources': { post: { parameters: [key] } },
  },
};
