import type { WantedDocument } from './wanted-items.ts';

/** Docs by document path. The value of a document is its sections: the name of each section with its text. */
export type Docs = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Names of sections that have the same title. If their texts are the same as well, only their keys differ. */
export const TWINS: readonly string[] = ['twin', 'other twin'];

/** Returns the title of the item of a section. */
export function getTitle(path: string, name: string): string {
  return `${path} › ${TWINS.includes(name) ? 'twin' : name}`;
}

/** Returns the docs in the form that the action creates when it reads and chunks all documents. */
export function getDocuments(docs: Docs): WantedDocument[] {
  return Object.entries(docs).map(([path, sections]) => ({
    path,
    blob: `blob of ${JSON.stringify(sections)}`,
    items: Object.entries(sections).map(([name, content]) => ({
      key: `${path}#${name}`,
      title: getTitle(path, name),
      content,
      public: false,
      lines: [1, 2] as const,
    })),
  }));
}

/** Returns the wanted items of these docs in the same form as `itemTexts`. */
export function listWantedTexts(docs: Docs): string[] {
  return getDocuments(docs)
    .flatMap(({ items }) => items.map(({ title, content }) => `${title}: ${content}`))
    .sort();
}

/** Returns docs with a single document that has this many sections. */
export function manySections(count: number, text = 'x'): Docs {
  return { 'a.md': Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, text])) };
}

/**
 * Returns random docs: usually three documents with up to five sections each.
 * @param next returns random numbers from 0 (inclusive) to 1 (exclusive)
 */
export function randomDocs(next: () => number): Docs {
  const drawBelow = (limit: number) => Math.floor(next() * limit);
  const docs: Record<string, Record<string, string>> = {};
  for (const path of ['a.md', 'b.md', 'c.md']) {
    if (drawBelow(5) === 0) continue;
    const sections: Record<string, string> = {};
    for (let at = 0; at < 5; at += 1) if (drawBelow(4) > 0) sections[`s${at}`] = `text ${drawBelow(3)}`;
    docs[path] = sections;
  }
  return docs;
}
