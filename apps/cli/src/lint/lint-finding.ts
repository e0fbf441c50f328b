/** The severity of a finding: an `error` is a problem for every reader, a `warning` is probably a problem, and a `note` should be checked. */
export type LintLevel = 'error' | 'warning' | 'note';

export const LINT_LEVELS: readonly LintLevel[] = ['error', 'warning', 'note'];

/** A rule of `lint`. The help, SARIF output and documentation contain its texts. */
export interface LintRule {
  readonly level: LintLevel;
  /** Meaning of a finding, as a sentence. */
  readonly description: string;
  /** The fix for a finding. */
  readonly fix: string;
}

export const LINT_RULES = {
  'broken-link': {
    level: 'error',
    description:
      'A link points to a page, file or heading that does not exist. The item contains only the text of the link.',
    fix: 'Correct the target, or remove the link.',
  },
  'broken-image': {
    level: 'error',
    description: 'An image does not exist.',
    fix: 'Correct the path, or remove the image.',
  },
  credential: {
    level: 'error',
    description: 'A text looks like a credential, such as an API key.',
    fix: 'Remove it and revoke the credential. In an example, write a placeholder such as YOUR_KEY.',
  },
  'front-matter': {
    level: 'warning',
    description: 'The front matter of a page cannot be read, or has a value of the wrong type.',
    fix: 'Correct the YAML between the lines "---".',
  },
  'unread-syntax': {
    level: 'warning',
    description: 'A part of a document cannot be parsed, so it is missing from the items or unchanged in them.',
    fix: 'Correct the syntax in this line.',
  },
  'leftover-syntax': {
    level: 'warning',
    description: 'The text contains syntax of a site generator, which a reader of the site does not see.',
    fix: 'Use syntax that the documentation lists as supported, or plain Markdown.',
  },
  encoding: {
    level: 'warning',
    description: 'A document contains bytes that are not valid UTF-8.',
    fix: 'Save the document as UTF-8.',
  },
  'open-fence': {
    level: 'warning',
    description: 'A code block is not closed, so the rest of the page is code.',
    fix: 'Close the code block.',
  },
  'equal-title': {
    level: 'warning',
    description: 'Several items have the same title, so that a reader of search results cannot tell them apart.',
    fix: 'Give the sections or pages different headings.',
  },
  'long-block': {
    level: 'note',
    description: 'A table, list or code block is longer than an item, so it is split.',
    fix: 'Divide the block, or put headings between its parts.',
  },
  'near-equal': {
    level: 'note',
    description: 'Two items contain nearly the same text, so that a search returns both instead of two different ones.',
    fix: 'Keep the text in one place and link to it, or exclude one of the pages.',
  },
  'leaning-text': {
    level: 'note',
    description:
      'A text refers to something that is not in its item, such as "the table above". An AI reads only the item.',
    fix: 'Name what the text refers to, or link to it.',
  },
} as const satisfies Readonly<Record<string, LintRule>>;

export type LintRuleName = keyof typeof LINT_RULES;

/** A finding at a line of a document. */
export interface LintFinding {
  readonly rule: LintRuleName;
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

export function getLevel({ rule }: Pick<LintFinding, 'rule'>): LintLevel {
  return LINT_RULES[rule].level;
}
