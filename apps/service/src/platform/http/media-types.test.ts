import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../app.ts';
import { createResources, fillPath, OPERATIONS, WRITES } from '../../testing/operations.fixture.ts';
import { errorBody, openService, projectPath } from '../../testing/service.fixture.ts';

/** The part of the service's OpenAPI document about a path. */
interface DescribedPath {
  readonly get?: { readonly responses: Readonly<Record<string, { readonly content?: object }>> };
}

const BODIES = WRITES.filter(({ json, text }) => json !== undefined || text !== undefined);

describe('Content-Type', () => {
  const getSpellings = (type: string): string[] => [
    type.toUpperCase(),
    ` ${type} ; Charset=UTF-8`,
    `${type};charset="utf-8"`,
    `${type}; charset=us-ascii; profile="a;b"`,
    `${type};`,
    ...(type === 'application/json' ? ['application/vnd.api2+json', 'Application/Problem+JSON; version=1'] : []),
  ];

  it.each(BODIES)('$method $path accepts its media type in every notation', async (operation) => {
    const { method, json, text, headers } = operation;
    const service = await openService();
    const ids = await createResources(service);
    const body = text ?? JSON.stringify(json);
    const type = headers?.['content-type'] ?? 'application/json';
    for (const spelling of [type, ...getSpellings(type)]) {
      const target = projectPath(fillPath(operation, ids));
      const response = await service.sendRequest(method, target, {
        text: body,
        headers: { 'content-type': spelling },
      });
      // An existing hint or data source causes a conflict (409), which is reported after the body was read.
      expect([200, 201, 202, 409], `${spelling}: ${JSON.stringify(response.body)}`).toContain(response.status);
    }
  });

  it.each(BODIES)('$method $path rejects other media types and encodings', async (operation) => {
    const { method, json, text, headers } = operation;
    const { sendRequest } = await openService();
    const body = text ?? JSON.stringify(json);
    const type = headers?.['content-type'] ?? 'application/json';
    const otherTypes = [
      'text/plain',
      'multipart/form-data; boundary=x',
      'json',
      '*/*',
      `${type}, text/plain`,
      '',
      'x'.repeat(900),
    ];
    for (const other of [...otherTypes, `${type}; charset=utf-16`, `${type};charset=latin1`, `${type}; charset=""`]) {
      const target = projectPath(fillPath(operation));
      const response = await sendRequest<{ error: { message: string } }>(method, target, {
        text: body,
        headers: { 'content-type': other },
      });
      expect(response, other).toMatchObject(errorBody(415, 'unsupported_media_type'));
      const { message } = response.body.error;
      if (other.includes('charset'))
        expect(message).toMatch(/^The character encoding of the body must be UTF-8 \(got /);
      else
        expect(message).toMatch(
          /^The header Content-Type must be application\/[\w-]+( or application\/[\w-]+)? \(got /,
        );
      expect(message.length).toBeLessThan(250);
    }
  });
});

it('the API responds with JSON, or with the bytes of a file, whatever the request accepts', async () => {
  const service = await openService();
  const ids = await createResources(service);
  const accepts = ['*/*', 'application/*', 'Application/JSON;q=0.5', 'text/html, */*;q=0.1', 'text/html', ''];
  const { paths } = openApiDocument(service.app) as { readonly paths: Readonly<Record<string, DescribedPath>> };
  const otherTypes: string[] = [];
  for (const operation of OPERATIONS.filter((each) => each.method === 'GET')) {
    const { method, path, ...sent } = operation;
    const content = paths[`/api/v1/projects/{slug}${path.split('?')[0]}`]?.get?.responses[200]?.content ?? {};
    const [type = ''] = Object.keys(content);
    if (type !== 'application/json') otherTypes.push(`${path}: ${type}`);
    for (const accept of accepts) {
      const response = await service.sendRequest(method, projectPath(fillPath(operation, ids)), {
        ...sent,
        headers: { accept },
      });
      expect([200, 404], `${path} ${accept}`).toContain(response.status);
      expect(response.headers.get('content-type')?.startsWith(type), `${path} ${type}`).toBe(true);
    }
  }
  expect(otherTypes).toEqual(['/docs/assets/{path}: application/octet-stream']);
});
