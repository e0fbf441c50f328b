import { describe, expect, it } from 'vitest';
import { PAYLOADS } from '../report/payloads.fixture.ts';
import { addStepToMarker, encodeKey, formatMarker, getStep, readMarker } from './comment-marker.ts';

const HASH = '0123456789abcdef';

it('formatMarker formats project, docs folder and plan hash as a readable HTML comment', () => {
  expect(formatMarker({ project: 'octo-api', docs: 'docs/v2' }, HASH)).toBe(
    `<!-- context-sync:octo-api/docs%2Fv2 hash:${HASH} -->`,
  );
  expect(encodeKey({ project: 'octo-api', docs: '' })).toBe('octo-api/.');
});

it.each(PAYLOADS.map((text) => [text.slice(0, 60), text]))(
  'the marker is a single HTML comment if the project and the docs folder are named %j',
  (_name, text) => {
    const line = formatMarker({ project: text, docs: text }, HASH);
    expect(line.slice(4, -3)).not.toMatch(/[<>\s].*-->|--!?>/);
    expect(line.indexOf('-->')).toBe(line.length - 3);
    expect(readMarker(`${line}\n\nText`)).toEqual({ key: encodeKey({ project: text, docs: text }), hash: HASH });
  },
);

it('encodeKey returns different keys for different projects and docs folders', () => {
  const keys = [
    { project: 'a', docs: 'b/c' },
    { project: 'a/b', docs: 'c' },
    { project: 'a', docs: 'b' },
    { project: 'a', docs: '' },
  ];
  expect(new Set(keys.map(encodeKey)).size).toBe(keys.length);
});

it.each([
  ['a marker on the second line', `Text\n<!-- context-sync:a/b hash:${HASH} -->`],
  ['a marker after other text on the same line', `x <!-- context-sync:a/b hash:${HASH} -->`],
  ['a quoted marker', `> <!-- context-sync:a/b hash:${HASH} -->`],
  ['a marker without a hash', '<!-- context-sync:a/b -->'],
  ['a marker with an invalid hash', '<!-- context-sync:a/b hash:"x" -->'],
  ['a marker before other text on the same line', `<!-- context-sync:a/b hash:${HASH} --> <!-- x -->`],
  ['an empty comment', ''],
])('readMarker returns undefined for %s', (_name, body) => {
  expect(readMarker(body)).toBeUndefined();
});

it('readMarker parses a marker with CRLF line endings', () => {
  expect(readMarker(`<!-- context-sync:a/b hash:${HASH} -->\r\n\r\nText`)).toEqual({ key: 'a/b', hash: HASH });
});

describe('addStepToMarker', () => {
  const inputs: Readonly<Record<string, string>> = { project: 'a', docs: 'docs', config: '', 'api-key': 'k' };
  const step = (more: Readonly<Record<string, string>> = {}) => getStep((name) => ({ ...inputs, ...more })[name] ?? '');

  it('addStepToMarker adds the step to the marker without changing the rest of the comment', () => {
    const line = formatMarker({ project: 'a', docs: 'b' }, HASH);
    const body = addStepToMarker(`${line}\n\nText <!-- x -->`, step());
    expect(readMarker(body)).toEqual({ key: 'a/b', hash: HASH, step: step() });
    expect(body.split('\n').slice(1)).toEqual(['', 'Text <!-- x -->']);
  });

  it('the step in the marker depends on project, state and configuration file, but not on docs', () => {
    expect(step({ docs: 'handbook', 'api-key': '' })).toBe(step());
    const others = [{ project: 'b' }, { state: 'ref:refs/x/y' }, { config: 'c.yml' }].map(step);
    expect(new Set([step(), ...others]).size).toBe(4);
  });
});
