import type { SqlValue } from '../../platform/database/sql.ts';
import type { Condition } from './log-conditions.ts';

/** Maximum number of non-ASCII letters whose case is varied. Each of them doubles the number of forms. */
const MAX_VARIED_LETTERS = 4;

/**
 * Returns the forms that an email address can have in the index: without surrounding spaces and with ASCII letters in lower case, as both databases
 * can compute it. Non-ASCII letters keep their case in the index, so an email address has one form for each combination of their cases.
 */
export function listAddressForms(address: string): string[] {
  let forms = [''];
  let variedLetters = 0;
  for (const letter of address.trim()) {
    const cases = getCases(letter);
    const isVaried = cases.length > 1 && variedLetters < MAX_VARIED_LETTERS;
    if (isVaried) variedLetters += 1;
    const added = isVaried ? cases : cases.slice(0, 1);
    forms = forms.flatMap((form) => added.map((each) => form + each));
  }
  return forms;
}

/** Returns the SQL condition that an expression equals one of the values. Only with a single value does an index of the expression return rows in order. */
export function createFormsCondition(expression: string, forms: readonly SqlValue[]): Condition {
  const comparison = forms.length === 1 ? '= ?' : `IN (${forms.map(() => '?').join(', ')})`;
  return { sql: `${expression} ${comparison}`, values: forms };
}

function getCases(letter: string): string[] {
  const lower = letter.toLowerCase();
  const upper = letter.toUpperCase();
  const hasCases = letter > '\u007f' && upper !== lower && upper.toLowerCase() === lower;
  return hasCases ? [lower, upper] : [lower];
}
