import { describe, expect, it } from 'vitest';
import { BaseUrlError, parseBaseUrl } from './base-url.ts';
import { BLOCKED_PORTS } from './blocked-ports.ts';

describe('parseBaseUrl', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com/'],
    ['  https://api.example.com/platform  ', 'https://api.example.com/platform/'],
    ['http://127.0.0.1:8787', 'http://127.0.0.1:8787/'],
    ['http://localhost:2/', 'http://localhost:2/'],
    ['http://[::1]:3000/', 'http://[::1]:3000/'],
  ])('parseBaseUrl accepts %s', (text, href) => {
    expect(parseBaseUrl(text).href).toBe(href);
  });

  it.each([
    ['api.example.com', 'is not a URL'],
    ['', 'is not a URL'],
    ['http://api.example.com', 'unencrypted'],
    ['http://127.0.0.1.example.com', 'unencrypted'],
    ['ftp://api.example.com', 'uses ftp'],
    ['https://me:secret@api.example.com', 'user name or password'],
    ['https://:secret@api.example.com', 'user name or password'],
    ['https://api.example.com/?a=1', 'query or a fragment'],
    ['http://127.0.0.1:1', 'uses port 1, which Node.js and browsers block'],
    ['https://api.example.com:6667', 'uses port 6667'],
    ['https://api.example.com/api/v1', 'ends in /api/v1'],
    ['https://api.example.com/api/v1/', 'ends in /api/v1'],
  ])('parseBaseUrl rejects %j with the rule and the fix', (text, rule) => {
    expect(() => parseBaseUrl(text)).toThrow(BaseUrlError);
    expect(() => parseBaseUrl(text)).toThrow(rule);
  });
});

it.each([...BLOCKED_PORTS])('fetch blocks port %i', async (port) => {
  const error: unknown = await fetch(`http://127.0.0.1:${port}`).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ cause: { message: 'bad port' } });
});
