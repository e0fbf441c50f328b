/** A piece of running text. */
export type Token = { readonly breaks: number } & (
  | {
      /** With its escapes resolved. */
      readonly kind: 'text' | 'emphasis' | 'strong' | 'target';
      readonly text: string;
    }
  | {
      /** As written. */
      readonly kind: 'literal' | 'url';
      readonly text: string;
    }
  | {
      /** `text` as written; `name` is empty for the default role. */
      readonly kind: 'role';
      readonly name: string;
      readonly text: string;
    }
  | {
      /** A name, or in backticks a text that may hold its address. */
      readonly kind: 'reference';
      readonly text: string;
      readonly isAnonymous: boolean;
      readonly isQuoted: boolean;
    }
  | {
      readonly kind: 'substitution';
      readonly text: string;
      /** Whether it is a reference too; `__` is one without a name. */
      readonly reference: '' | '_' | '__';
    }
  | { readonly kind: 'footnote'; readonly text: string }
);
