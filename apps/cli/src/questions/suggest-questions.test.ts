import { AnswerSearch } from '@context-sync/engine/questions/find-answers';
import type { WantedItem } from '@context-sync/sync';
import { expect, it } from 'vitest';
import { suggestQuestions } from './suggest-questions.ts';

const createItem = (key: string, title: string): WantedItem => ({
  key,
  title,
  content: `${title}\n\nText about it.`,
  public: false,
  lines: [1, 3],
});

it.each([
  ['a task', 'Keys › Rotate a key', 'How do I rotate a key?'],
  ['a question', 'Keys › How long does a key live?', 'How long does a key live?'],
  ['a topic', 'Keys › Key formats', 'Keys: Key formats'],
  ['a page', 'Rate limits', 'Rate limits'],
  ['a heading of one word', 'Keys', undefined],
])('the heading of %s becomes a question', (_name, title, question) => {
  const items = [createItem('docs/keys.md#keys/section', title), createItem('docs/keys.md#keys/section~part', title)];
  const search = new AnswerSearch([{ path: 'docs/keys.md', blob: '', items }]);
  const expected = question === undefined ? [] : [{ question, page: 'docs/keys.md#section' }];
  expect(suggestQuestions(search, { known: new Set(), top: 5, limit: 10 })).toEqual(expected);
  expect(suggestQuestions(search, { known: new Set([question?.toLowerCase() ?? '']), top: 5, limit: 10 })).toEqual([]);
});

it('the headings of sections that share an item become questions, but comments in code do not', () => {
  const content =
    'Keys\n\n# Keys\n\n## Rotate a key\n\n```sh\n# Rotate all keys\n```\n\n## Formats of a key\n\nLetters.';
  const items = [{ ...createItem('docs/keys.md#', 'Keys'), content }];
  const search = new AnswerSearch([{ path: 'docs/keys.md', blob: '', items }]);
  expect(suggestQuestions(search, { known: new Set(), top: 5, limit: 10 })).toEqual([
    { question: 'How do I rotate a key?', page: 'docs/keys.md' },
    { question: 'Keys: Formats of a key', page: 'docs/keys.md' },
  ]);
});

it('every page gets its first question before any page gets a second one', () => {
  const documents = ['a', 'b'].map((name) => ({
    path: `docs/${name}.md`,
    blob: '',
    items: ['alpha', 'beta'].map((part) => createItem(`docs/${name}.md#${part}`, `Topic ${name} ${part}`)),
  }));
  const suggested = suggestQuestions(new AnswerSearch(documents), { known: new Set(), top: 5, limit: 3 });
  expect(suggested.map(({ page }) => page)).toEqual(['docs/a.md#alpha', 'docs/b.md#alpha', 'docs/a.md#beta']);
});
