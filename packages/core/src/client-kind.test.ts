import { describe, expect, it } from 'vitest';
import { getClientKind } from './client-kind.ts';

describe('getClientKind', () => {
  it.each([
    ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0)', 'agent'],
    ['claude-code/2.1 (cli)', 'agent'],
    ['Mozilla/5.0 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)', 'agent'],
    ['langchain-py/0.3', 'agent'],
    ['Mozilla/5.0 (compatible; Googlebot/2.1)', 'bot'],
    ['kube-probe/1.30', 'bot'],
    ['curl/8.5.0', 'person'],
    ['python-requests/2.32', 'person'],
    ['Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/150.0', 'person'],
    [undefined, 'person'],
  ])('the user agent %s indicates the client kind %s', (userAgent, kind) => {
    expect(getClientKind(userAgent)).toBe(kind);
  });
});
