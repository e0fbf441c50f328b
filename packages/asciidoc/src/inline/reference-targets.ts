/** Targets of cross references. */
export interface ReferenceTargets {
  /**
   * Registers an id; its first registration takes precedence. `text` is the plain text of the target; `anchor` is its id in the Markdown,
   * if the target has several ids.
   */
  add(id: string, text: string, anchor?: string): void;
  has(id: string): boolean;
  /** Returns the anchor and the text of a target by its id or title; undefined if the document has no such target. */
  find(reference: string): AsciidocReference | undefined;
}

export interface AsciidocReference {
  readonly anchor: string;
  readonly text: string;
}

export function createReferences(): ReferenceTargets {
  const byId = new Map<string, AsciidocReference>();
  const byText = new Map<string, AsciidocReference>();
  return {
    add(id, text, anchor = id) {
      const target = { anchor, text };
      if (!byId.get(id)?.text) byId.set(id, target);
      if (text !== '' && !byText.has(text)) byText.set(text, target);
    },
    has: (id) => byId.has(id),
    find: (reference) => byId.get(reference) ?? byText.get(reference),
  };
}
