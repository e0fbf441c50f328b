import { describe, expect, it } from 'vitest';
import { createReferences } from '../inline/reference-targets.ts';
import { createAttributes } from '../source/document-attributes.ts';
import { createSectionIds } from './section-id.ts';

const ids = (set: Readonly<Record<string, string | undefined>> = {}, takenNames: readonly string[] = []) => {
  const attributes = createAttributes();
  for (const [name, value] of Object.entries(set)) attributes.set(name, value, 1);
  const references = createReferences();
  for (const id of takenNames) references.add(id, '');
  const sectionId = createSectionIds(attributes, references);
  return (title: string) => {
    const id = sectionId(title);
    if (id !== undefined) references.add(id, title);
    return id;
  };
};

describe('createSectionIds', () => {
  it.each([
    ['Getting started', '_getting_started'],
    ["It's v1.2-rc & more!", '_its_v1_2_rc_more'],
    ['C++ / C#', '_c_c'],
    ['A -- B', '_a_b'],
    ['A — B', '_ab'],
    ['Wait...', '_wait'],
    ['Größe 設定', '_größe_設定'],
    ['snake_case__x', '_snake_case_x'],
    ['&amp; x', '_x'],
    ['???', undefined],
  ])('generates the ID of the title %j: %j', (title, id) => {
    expect(ids()(title)).toBe(id);
  });

  it.each([
    [{ idprefix: '' }, 'One two', 'one_two'],
    [{ idprefix: 'sec-', idseparator: '-' }, 'One two', 'sec-one-two'],
    [{ idprefix: '', idseparator: '-' }, '-One. Two-', 'one-two'],
    [{ idseparator: '' }, 'One two', '_onetwo'],
    [{ sectids: undefined }, 'One two', undefined],
  ])('respects the document attributes %j for section IDs', (set, title, id) => {
    expect(ids(set)(title)).toBe(id);
  });

  it('adds a number to a section ID that is already used', () => {
    const id = ids({}, ['_b', '_a_3']);
    expect(['A', 'A', 'A', 'B', 'B'].map(id)).toEqual(['_a', '_a_2', '_a_4', '_b_2', '_b_3']);
  });
});
