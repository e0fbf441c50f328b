import { NO_CAPABILITIES } from '@context-sync/core';
import { describe, expect, it } from 'vitest';
import { documentsFileOf, isDocumentsFile, META_FILE, parseDocuments, parseMeta, toFiles } from './files.ts';
import { newState } from './new-state.ts';
import { assertOwn } from './ownership.ts';
import type { DocumentRecord, State } from './schema.ts';

function stateOf(paths: readonly string[]): State {
  const documents = paths.map((path): [string, DocumentRecord] => [
    path,
    {
      path,
      blob: 'b',
      recipe: 'r',
      items: [{ key: `${path}#`, title: 'T\n"›"', fingerprint: 'f', status: 'live', revision: 1 }],
    },
  ]);
  return { ...newState('https://api.example.com/', 'p', NO_CAPABILITIES), documents: new Map(documents) };
}

describe('the state as files', () => {
  it('comes back as it was', () => {
    const state = stateOf(['docs/b.md', 'docs/a.md', 'docs/ü"\n.md']);
    const files = toFiles(state);
    expect(parseMeta(files.get(META_FILE) ?? '')).toEqual(state.meta);
    const documents = new Map([...files].filter(([name]) => isDocumentsFile(name)));
    expect(parseDocuments(documents)).toEqual(state.documents);
    expect([...files.keys()].every((name) => name === META_FILE || isDocumentsFile(name))).toBe(true);
  });

  it('is the same text whatever order the documents were put in', () => {
    const paths = Array.from({ length: 300 }, (_, at) => `docs/${at}.md`);
    const { meta } = stateOf([]);
    const forwards = toFiles({ ...stateOf(paths), meta });
    expect(toFiles({ ...stateOf(paths.toReversed()), meta })).toEqual(forwards);
  });

  it('spreads over at most 64 files, and a document touches one', () => {
    const paths = Array.from({ length: 2_000 }, (_, at) => `docs/${at}.md`);
    const names = new Set(paths.map(documentsFileOf));
    expect(names.size).toBe(64);
    const { meta } = stateOf([]);
    const before = toFiles({ ...stateOf(paths), meta });
    const after = toFiles({ ...stateOf(paths.slice(1)), meta });
    const changed = [...before].filter(([name, text]) => after.get(name) !== text).map(([name]) => name);
    expect(changed).toEqual([documentsFileOf('docs/0.md')]);
  });

  it.each([
    ['no JSON', '{', 'unreadable'],
    ['another form', '{"schemaVersion":1}', 'unreadable'],
    ['no version', '{}', 'unreadable'],
    ['a newer version', '{"schemaVersion":2,"surprise":true}', 'newer'],
  ])('is refused, with what to do, when meta.json has %s', (_name, text, code) => {
    expect(() => parseMeta(text)).toThrow(
      expect.objectContaining({ name: 'StateError', code, hint: expect.stringMatching(/\w/) }),
    );
  });

  it('is refused when a line of the documents cannot be read', () => {
    expect(() => parseDocuments(new Map([['documents/00.ndjson', '{"path":"a"}\n']]))).toThrow('documents/00.ndjson');
  });

  it('is refused when it belongs to another project or service', () => {
    const { meta } = stateOf([]);
    expect(() => assertOwn(meta, meta.service, 'p', 'refs/x')).not.toThrow();
    expect(() => assertOwn(meta, meta.service, 'q', 'refs/x')).toThrow('belongs to project "p"');
    expect(() => assertOwn(meta, 'https://other.example.com/', 'p', 'refs/x')).toThrow('refs/x');
  });
});
