import { describe, expect, it } from 'vitest';
import { BaseUrlError, parseBaseUrl } from './base-url.ts';

describe('parseBaseUrl', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com/'],
    ['  https://api.example.com/platform  ', 'https://api.example.com/platform/'],
    ['http://127.0.0.1:8787', 'http://127.0.0.1:8787/'],
    ['http://localhost:1/', 'http://localhost:1/'],
    ['http://[::1]:1/', 'http://[::1]:1/'],
  ])('reads %s', (text, href) => {
    expect(parseBaseUrl(text).href).toBe(href);
  });

  it.each([
    ['api.example.com', 'is not a URL'],
    ['', 'is not a URL'],
    ['http://api.example.com', 'in the clear'],
    ['http://127.0.0.1.example.com', 'in the clear'],
    ['ftp://api.example.com', 'uses ftp'],
    ['https://me:secret@api.example.com', 'user name or password'],
    ['https://api.example.com/?a=1', 'query or a fragment'],
    ['https://api.example.com/api/v1', 'ends in /api/v1'],
    ['https://api.example.com/api/v1/', 'ends in /api/v1'],
  ])('refuses %j with the rule and the fix', (text, rule) => {
    expect(() => parseBaseUrl(text)).toThrow(BaseUrlError);
    expect(() => parseBaseUrl(text)).toThrow(rule);
  });
});
