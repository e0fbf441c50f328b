import { getElementAt } from '@context-sync/base';
import { replaceReferences } from './attribute-references.ts';
import type { DocumentAttributes } from './document-attributes.ts';

/** Whether a condition is true; undefined if that depends on how the document is converted. */
export type ConditionResult = boolean | undefined;

/** Evaluates `ifdef` and `ifndef`. Names are joined by `,` (any) or `+` (all). */
export function evaluateDefined(
  directive: 'ifdef' | 'ifndef',
  names: string,
  attributes: DocumentAttributes,
): ConditionResult {
  const needsAll = names.includes('+') && !names.includes(',');
  const states = names.split(/[,+]/, 50).map((name) => attributes.isSet(name));
  let result: ConditionResult = needsAll;
  if (states.includes(!needsAll)) result = !needsAll;
  else if (states.includes(undefined)) result = undefined;
  return directive === 'ifdef' || result === undefined ? result : !result;
}

const COMPARISON_PATTERN =
  /^\s*("[^"]{0,300}"|'[^']{0,300}'|[^\s"']{1,300})\s*(==|!=|<=|>=|<|>)\s*("[^"]{0,300}"|'[^']{0,300}'|[^\s"']{1,300})\s*$/;

/** Evaluates `ifeval`, which compares two values. */
export function evaluateComparison(expression: string, attributes: DocumentAttributes): ConditionResult {
  const match = COMPARISON_PATTERN.exec(expression.slice(0, 1_000));
  if (!match) return undefined;
  const leftOperand = evaluateOperand(getElementAt(match, 1), attributes);
  const rightOperand = evaluateOperand(getElementAt(match, 3), attributes);
  if (leftOperand === undefined || rightOperand === undefined || typeof leftOperand !== typeof rightOperand)
    return undefined;
  switch (match[2]) {
    case '==':
      return leftOperand === rightOperand;
    case '!=':
      return leftOperand !== rightOperand;
    case '<':
      return leftOperand < rightOperand;
    case '<=':
      return leftOperand <= rightOperand;
    case '>':
      return leftOperand > rightOperand;
    default:
      return leftOperand >= rightOperand;
  }
}

function evaluateOperand(operand: string, attributes: DocumentAttributes): string | number | undefined {
  let isDefined = true;
  const value = replaceReferences(operand, (reference) => {
    const attributeValue = attributes.get(reference);
    // The value of an attribute that the document unsets is empty.
    if (attributeValue === undefined && attributes.isSet(reference) === undefined) isDefined = false;
    return attributeValue ?? '';
  });
  if (!isDefined) return undefined;
  if (/^["']/.test(value)) return value.slice(1, -1);
  return /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
}
