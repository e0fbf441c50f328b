import { describe, expect, it } from 'vitest';
import { NO_CAPABILITIES, readCapabilities } from './capabilities.ts';

const key = { parameters: [{ in: 'header', name: 'idempotency-key' }] };
const items = '/api/v1/projects/{slug}/context';
const item = '/api/v1/projects/{project}/context/{itemId}';
const sources = '/api/v1/projects/{slug}/data-sources';

describe('readCapabilities', () => {
  it('reads the capabilities that the OpenAPI document declares', () => {
    const get = { parameters: [{ in: 'query', name: 'after' }] };
    const paths = { [items]: { post: key, get }, [sources]: { post: key }, [item]: { put: {}, delete: {} } };
    expect(readCapabilities({ openapi: '3.1.0', paths })).toEqual({
      idempotency: true,
      update: true,
      delete: true,
      list: true,
    });
  });

  it('readCapabilities finds parameters of the path and in references, and resolves server paths relative to the host', () => {
    const parameters = [{ $ref: '#/components/parameters/Key' }];
    const paths = {
      '/projects/{slug}/context': { parameters, post: {} },
      '/projects/{slug}/data-sources': { post: { parameters } },
    };
    const components = { parameters: { Key: { in: 'header', name: 'Idempotency-Key' } } };
    for (const url of ['/api/v1', '/api/v1/', 'https://api.example.com/api/v1']) {
      const found = readCapabilities({ openapi: '3.1.0', servers: [{ url }], paths, components });
      expect(found).toEqual({ ...NO_CAPABILITIES, idempotency: true });
    }
    expect(readCapabilities({ openapi: '3.1.0', paths, components })).toEqual(NO_CAPABILITIES);
    expect(readCapabilities({ openapi: '3.1.0', servers: [{ url: '/api/v1' }], paths })).toEqual(NO_CAPABILITIES);
  });

  it('a list operation with unknown paging is not used', () => {
    const get = { parameters: [{ in: 'query', name: 'page' }] };
    expect(readCapabilities({ openapi: '3.1.0', paths: { [items]: { get } } })).toEqual(NO_CAPABILITIES);
  });

  it('Idempotency-Key is treated as unsupported if one of the two operations lacks it', () => {
    const paths = { [items]: { post: key }, [sources]: { post: {} } };
    expect(readCapabilities({ openapi: '3.1.0', paths })).toEqual(NO_CAPABILITIES);
  });

  it.each([
    [undefined],
    ['<html></html>'],
    [{}],
    [{ openapi: '3.1.0' }],
    [{ openapi: '3.1.0', paths: { '/other/{a}/context/{b}': { put: {} } } }],
  ])('readCapabilities returns no capabilities for %j', (document) => {
    expect(readCapabilities(document)).toEqual(NO_CAPABILITIES);
  });
});
