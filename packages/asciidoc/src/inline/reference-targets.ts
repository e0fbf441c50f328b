/** Registry of the ids and titles in a document to which cross references can refer. */
export interface ReferenceTargets {
  /**
   * Registers an id; its first registration takes precedence. `text` is the plain text of the target; `anchor` is its id in the Markdown, if the
   * target has several ids.
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
  const referencesById = new Map<string, AsciidocReference>();
  const referencesByText = new Map<string, AsciidocReference>();
  return {
    add(id, text, anchor = id) {
      const target = { anchor, text };
      if (!referencesById.get(id)?.text) referencesById.set(id, target);
      if (text !== '' && !referencesByText.has(text)) referencesByText.set(text, target);
    },
    has: (id) => referencesById.has(id),
    find: (reference) => referencesById.get(reference) ?? referencesByText.get(reference),
  };
}
