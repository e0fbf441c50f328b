import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getSpanRequest } from './index.ts';
import type { AttributeValue, OtlpSpan } from './otlp-span.ts';
import { SERVER_KIND } from './otlp-span.ts';

type Values = Readonly<Record<string, AttributeValue>>;

const createSpan = (values: Values, resource: Values = {}): OtlpSpan => ({
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  parentSpanId: '',
  kind: SERVER_KIND,
  startNs: 1_772_359_200_000_000_000n,
  endNs: 1_772_359_200_012_500_000n,
  attributes: new Map(Object.entries(values)),
  resource: new Map(Object.entries(resource)),
});

/** Attributes of a request. Each row adds its own attributes. */
const GET = { 'http.request.method': 'GET' };
const HOST = { ...GET, 'url.scheme': 'https', 'server.address': 'api.example.com', 'url.path': '/pets' };
const OLD_HOST = { 'http.method': 'GET', 'http.scheme': 'https', 'http.target': '/pets?a=1' };

const ROWS: readonly (readonly [attributes: Values, request: object])[] = [
  [{ 'http.request.method': 'GET' }, { method: 'GET' }],
  [{ 'http.method': 'GET' }, { method: 'GET' }],
  [{ 'http.request.method': 'GET', 'http.method': 'POST' }, { method: 'GET' }],
  [{ 'http.request.method': '_OTHER', 'http.request.method_original': 'PURGE' }, { method: 'PURGE' }],
  [{ 'http.request.method': '_OTHER' }, { method: '_OTHER' }],
  [{ ...GET, 'http.response.status_code': 404 }, { status: 404 }],
  [{ ...GET, 'http.response.status_code': '404' }, { status: 404 }],
  [{ ...GET, 'http.status_code': 404 }, { status: 404 }],
  [{ ...GET, 'http.status_code': '404' }, { status: 404 }],
  [{ ...GET, 'http.response.status_code': 201, 'http.status_code': 404 }, { status: 201 }],
  [GET, { status: 499 }],
  [{ ...GET, 'error.type': 'TimeoutError' }, { status: 499 }],
  [{ ...HOST, 'url.full': 'https://a.example/b?c=1' }, { url: 'https://a.example/b?c=1' }],
  [{ ...HOST, 'http.url': 'https://a.example/b?c=1' }, { url: 'https://a.example/b?c=1' }],
  [HOST, { url: 'https://api.example.com/pets' }],
  [{ ...HOST, 'url.scheme': 'HTTPS' }, { url: 'https://api.example.com/pets' }],
  [{ ...HOST, 'url.query': 'a=1' }, { url: 'https://api.example.com/pets?a=1' }],
  [{ ...HOST, 'url.query': '?a=1' }, { url: 'https://api.example.com/pets?a=1' }],
  [{ ...HOST, 'url.query': '' }, { url: 'https://api.example.com/pets' }],
  [{ ...HOST, 'url.path': '' }, { url: 'https://api.example.com/' }],
  [{ ...HOST, 'url.path': 'pets' }, { url: 'https://api.example.com/pets' }],
  [{ ...HOST, 'url.path': '*' }, { url: 'https://api.example.com/*' }],
  [{ ...HOST, 'server.port': 443 }, { url: 'https://api.example.com/pets' }],
  [{ ...HOST, 'server.port': 8443 }, { url: 'https://api.example.com:8443/pets' }],
  [{ ...HOST, 'server.port': '8443' }, { url: 'https://api.example.com:8443/pets' }],
  [{ ...HOST, 'server.port': 0 }, { url: 'https://api.example.com/pets' }],
  [{ ...HOST, 'server.port': 'http' }, { url: 'https://api.example.com/pets' }],
  [{ ...HOST, 'server.address': '::1', 'server.port': 8443 }, { url: 'https://[::1]:8443/pets' }],
  [{ ...HOST, 'server.address': '' }, { url: '/pets' }],
  [{ ...HOST, 'http.target': '/old', 'http.host': 'old.example' }, { url: 'https://api.example.com/pets' }],
  [{ ...OLD_HOST, 'http.host': 'api.example.com' }, { url: 'https://api.example.com/pets?a=1' }],
  [{ ...OLD_HOST, 'http.host': 'api.example.com:8443' }, { url: 'https://api.example.com:8443/pets?a=1' }],
  [{ ...OLD_HOST, 'http.host': 'api.example.com:443' }, { url: 'https://api.example.com/pets?a=1' }],
  [{ ...OLD_HOST, 'http.host': '[::1]:8443' }, { url: 'https://[::1]:8443/pets?a=1' }],
  [{ ...OLD_HOST, 'http.host': 'api.example.com', 'net.host.port': 3000 }, { url: 'https://api.example.com/pets?a=1' }],
  [{ ...OLD_HOST, 'http.server_name': 'api.example.com' }, { url: 'https://api.example.com/pets?a=1' }],
  [{ ...OLD_HOST, 'net.host.name': 'api.example.com' }, { url: 'https://api.example.com/pets?a=1' }],
  [{ ...OLD_HOST, 'net.host.name': 'localhost', 'net.host.port': 8443 }, { url: 'https://localhost:8443/pets?a=1' }],
  [{ ...OLD_HOST, 'http.target': 'http://a.example/b' }, { url: 'http://a.example/b' }],
  [OLD_HOST, { url: '/pets?a=1' }],
  [{ ...GET, 'server.address': 'a.example' }, { url: 'http://a.example/' }],
  [{ ...GET, 'http.route': '/pets/:petId' }, { route: '/pets/:petId' }],
  [{ ...GET, 'user_agent.original': 'curl/8' }, { userAgent: 'curl/8' }],
  [{ ...GET, 'http.user_agent': 'curl/8' }, { userAgent: 'curl/8' }],
  [{ ...GET, 'user_agent.original': 'a'.repeat(3_000) }, { userAgent: 'a'.repeat(2_048) }],
  [{ ...GET, 'user.email': ' ann@example.com ' }, { groupEmail: 'ann@example.com' }],
  [{ ...GET, 'enduser.id': 'ann@example.com' }, { groupEmail: 'ann@example.com' }],
  [{ ...GET, 'user.id': '42' }, { groupEmail: '42' }],
  [
    { ...GET, 'user.id': '42', 'enduser.id': 'ann', 'user.email': 'ann@example.com' },
    { groupEmail: 'ann@example.com' },
  ],
  [{ ...GET, 'user.id': '42', 'enduser.id': ' ', 'user.email': '' }, { groupEmail: '42' }],
  [{ ...GET, 'http.request.header.x-request-id': ['1', '2'] }, { request: { headers: { 'x-request-id': '1, 2' } } }],
  [{ ...GET, 'http.request.header.x_request_id': '1' }, { request: { headers: { 'x-request-id': '1' } } }],
  [{ ...GET, 'http.request.header.X-Request-Id': ['1'] }, { request: { headers: { 'x-request-id': '1' } } }],
  [{ ...GET, 'http.response.header.etag': ['"2"'] }, { response: { headers: { etag: '"2"' } } }],
  [
    { ...GET, 'client.address': '192.0.2.1', 'http.client_ip': '192.0.2.1' },
    { request: undefined, groupEmail: undefined },
  ],
];

const RESOURCE_ROWS: readonly (readonly [resource: Values, environment: string | undefined])[] = [
  [{ 'deployment.environment.name': 'staging' }, 'staging'],
  [{ 'deployment.environment': 'staging' }, 'staging'],
  [{ 'deployment.environment.name': 'staging', 'deployment.environment': 'production' }, 'staging'],
  [{ 'deployment.environment.name': 'e'.repeat(40) }, 'e'.repeat(32)],
  [{}, undefined],
];

describe('the attributes of a span', () => {
  it.each(ROWS)('the attributes %j of a span become the properties %j of a log', (attributes, properties) => {
    expect(getSpanRequest(createSpan(attributes))).toMatchObject(properties);
  });

  it.each(RESOURCE_ROWS)(
    'the resource attributes %j of a span become the environment %j of a log',
    (resource, environment) => {
      expect(getSpanRequest(createSpan(GET, resource))?.environment).toBe(environment);
    },
  );

  it('the tests cover every attribute in docs/how-to/send-opentelemetry.md', () => {
    const guide = readFileSync(join(import.meta.dirname, '../../../docs/how-to/send-opentelemetry.md'), 'utf8');
    const [, table = ''] = /^## How a span becomes a log$([\s\S]*?)^## /m.exec(guide) ?? [];
    const names = [...table.matchAll(/`([a-z_]+\.[a-z_.]+)(?:<name>)?`/g)].map(([, name = '']) => name);
    const testedAttributes = [...ROWS, ...RESOURCE_ROWS].flatMap(([attributes]) => Object.keys(attributes));
    expect(names.length).toBeGreaterThan(25);
    for (const name of names)
      expect(
        testedAttributes.some((each) => each === name || (name.endsWith('.') && each.startsWith(name))),
        name,
      ).toBe(true);
  });
});
