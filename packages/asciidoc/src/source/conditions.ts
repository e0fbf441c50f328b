import { elementAt } from '@context-sync/base';
import { replaceReferences } from './attribute-references.ts';
import type { DocumentAttributes } from './attributes.ts';

/** Whether a condition is true; undefined if that depends on how the document is converted. */
export type Truth = boolean | undefined;

/** Evaluates `ifdef` and `ifndef`. Names are joined by `,` (any) or `+` (all). */
export function evaluateDefined(directive: 'ifdef' | 'ifndef', names: string, attributes: DocumentAttributes): Truth {
  const all = names.includes('+') && !names.includes(',');
  const states = names.split(/[,+]/, 50).map((name) => attributes.isSet(name));
  let truth: Truth = all;
  if (states.includes(!all)) truth = !all;
  else if (states.includes(undefined)) truth = undefined;
  return directive === 'ifdef' || truth === undefined ? truth : !truth;
}

const COMPARISON =
  /^\s*("[^"]{0,300}"|'[^']{0,300}'|[^\s"']{1,300})\s*(==|!=|<=|>=|<|>)\s*("[^"]{0,300}"|'[^']{0,300}'|[^\s"']{1,300})\s*$/;

/** Evaluates `ifeval`, which compares two values. */
export function evaluateComparison(expression: string, attributes: DocumentAttributes): Truth {
  const match = COMPARISON.exec(expression.slice(0, 1_000));
  if (!match) return undefined;
  const left = evaluateOperand(elementAt(match, 1), attributes);
  const right = evaluateOperand(elementAt(match, 3), attributes);
  if (left === undefined || right === undefined || typeof left !== typeof right) return undefined;
  switch (match[2]) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    default:
      return left >= right;
  }
}

function evaluateOperand(written: string, attributes: DocumentAttributes): string | number | undefined {
  let known = true;
  const value = replaceReferences(written, (reference) => {
    const found = attributes.get(reference);
    // The value of an attribute that the document unsets is empty.
    if (found === undefined && attributes.isSet(reference) === undefined) known = false;
    return found ?? '';
  });
  if (!known) return undefined;
  if (/^["']/.test(value)) return value.slice(1, -1);
  return /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
}
