/** What a cross reference can lead to. */
export interface References {
  /**
   * Registers an id; the first one of a name holds. `text` is plain text that names the place; `anchor` is the id that the place has in
   * the Markdown, where it has several.
   */
  add(id: string, text: string, anchor?: string): void;
  has(id: string): boolean;
  /** The anchor and the text of a place, by its id or by its title; undefined where the document has none. */
  find(reference: string): Reference | undefined;
}

export interface Reference {
  readonly anchor: string;
  readonly text: string;
}

export function createReferences(): References {
  const places = new Map<string, Reference>();
  const byText = new Map<string, Reference>();
  return {
    add(id, text, anchor = id) {
      const place = { anchor, text };
      if (!places.get(id)?.text) places.set(id, place);
      if (text !== '' && !byText.has(text)) byText.set(text, place);
    },
    has: (id) => places.has(id),
    find: (reference) => places.get(reference) ?? byText.get(reference),
  };
}
