/** A part of inline text. */
export type Token = { readonly breaks: number } & (
  | {
      /** Text with resolved escapes. */
      readonly kind: 'text' | 'emphasis' | 'strong' | 'target';
      readonly text: string;
    }
  | {
      /** Text as written. */
      readonly kind: 'literal' | 'url';
      readonly text: string;
    }
  | {
      /** Interpreted text (a role). `text` is as written in the document; `name` is empty for the default role. */
      readonly kind: 'role';
      readonly name: string;
      readonly text: string;
    }
  | {
      /** A reference: a name, or quoted text that may contain a URL. */
      readonly kind: 'reference';
      readonly text: string;
      readonly isAnonymous: boolean;
      readonly isQuoted: boolean;
    }
  | {
      readonly kind: 'substitution';
      readonly text: string;
      /** The reference suffix if the substitution is also a reference; `__` is an anonymous reference. */
      readonly reference: '' | '_' | '__';
    }
  | { readonly kind: 'footnote'; readonly text: string }
);
