import type { RouteMatcher } from '@context-sync/openapi';
import type { ErrorDetail } from '../../platform/errors/errors.ts';
import { findDocumentedPath } from './resolved-match.ts';
import type { HintInput, HintMatchInput } from './store.ts';

/** Maximum total length of the steps of a hint. The length is limited because the steps are sent with every error that the hint matches. */
const MAX_STEPS_CHARS = 8_192;

/** Returns the problems of a hint: conditions that can never match, contradictions, or differences from the OpenAPI document. */
export function findProblemsOfHint(hint: HintInput, matcher: RouteMatcher): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const add = (where: string, message: string) => problems.push({ where: `body.${where}`, message });
  const { match, steps, retryable, retryAfterSeconds } = hint;
  checkEndpoint(match, matcher, add);
  checkBody(match, add);
  for (const [at, { operation }] of steps.entries()) {
    if (operation !== undefined && !matcher.getEndpoint(operation)) {
      add(`steps[${at}].operation`, formatUnknownOperation(operation));
    }
  }
  if (retryable === false && retryAfterSeconds !== undefined) {
    add('retryAfterSeconds', 'contradicts "retryable": false. Leave out one of them');
  }
  const length = JSON.stringify(steps).length;
  if (length > MAX_STEPS_CHARS) {
    add('steps', `has ${length} characters as JSON; the maximum is ${MAX_STEPS_CHARS}: shorten the examples`);
  }
  return problems;
}

type AddHintProblem = (where: string, message: string) => void;

function checkEndpoint(
  { operationId, method, route }: HintMatchInput,
  matcher: RouteMatcher,
  add: AddHintProblem,
): void {
  if (operationId !== undefined) {
    if (method !== undefined || route !== undefined) {
      add('match.operationId', 'is not allowed with method or route: an operation is a method and a route');
    }
    if (!matcher.getEndpoint(operationId)) add('match.operationId', formatUnknownOperation(operationId));
    return;
  }
  if (route === undefined) return;
  if (!/^\/[^?#\s]*$/.test(route)) {
    add('match.route', `can never match: a route is a path without query, such as /pets/{petId} (got "${route}")`);
    return;
  }
  const path = findDocumentedPath(route, matcher);
  const methods = path === undefined ? [] : matcher.getMethods(path);
  if (method !== undefined && methods.length > 0 && !methods.includes(method)) {
    add('match.method', `can never match: the OpenAPI document has ${methods.join(', ')} for ${path} (got ${method})`);
  }
}

/** Checks the conditions of a hint that concern the response body. */
function checkBody({ method, errorCode, messageContains }: HintMatchInput, add: AddHintProblem): void {
  if (method === 'HEAD' && (errorCode !== undefined || messageContains !== undefined)) {
    add('match.method', 'can never match together with errorCode or messageContains: responses to HEAD have no body');
  }
  if (errorCode !== undefined && errorCode.trim() !== errorCode) {
    add('match.errorCode', 'can never match: codes are compared without spaces around them');
  }
  if (messageContains !== undefined && /["\\\p{Cc}]/u.test(messageContains)) {
    add(
      'match.messageContains',
      'can never match in a JSON body, which escapes quotes, backslashes and line breaks: choose a part without them',
    );
  }
}

function formatUnknownOperation(operationId: string): string {
  return `"${operationId}" is not an operation of the project's OpenAPI document`;
}
