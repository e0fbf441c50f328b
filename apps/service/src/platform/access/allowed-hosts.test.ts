import { describe, expect, it } from 'vitest';
import { findHostRejection, parseHostIpAddress } from './allowed-hosts.ts';

describe('parseHostIpAddress', () => {
  it.each([
    ['127.0.0.1:9090', '127.0.0.1'],
    ['10.1.2.3', '10.1.2.3'],
    ['[::1]:9090', '[::1]'],
    ['docs.example.com', undefined],
    ['10.1.2.3.example.com:80', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('for the Host header %j, parseHostIpAddress returns the IP address %j', (host, address) => {
    expect(parseHostIpAddress(host)).toBe(address);
  });
});

describe('findHostRejection', () => {
  it.each([
    ['a loopback name', 'localhost:80', undefined],
    ['an allowed host name', 'docs.example.com', 'https://docs.example.com'],
  ])('allows a request whose Host header contains %s', (_name, host, origin) => {
    expect(findHostRejection({ host, origin }, ['docs.example.com'], 'mcp-hosts')).toBeUndefined();
  });

  it.each([
    ['a host name that is not allowed', 'evil.example', undefined],
    ['the Origin header of another site', 'localhost', 'https://evil.example'],
    ['no Host header', undefined, undefined],
  ])('rejects a request with %s, and the error names the option to set', (_name, host, origin) => {
    expect(findHostRejection({ host, origin }, [], 'mcp-hosts')).toMatch(/; allow it with --mcp-hosts$/);
  });
});
