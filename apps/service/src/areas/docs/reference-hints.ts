import type { RouteMatcher } from '@context-sync/openapi';
import type { ReferenceOperation } from '../api-description/describe-reference.ts';
import { type ResolvedHint, resolveHints } from '../recovery/hint-set.ts';
import type { Hint } from '../recovery/store.ts';
import { formatCode, formatText } from './reference-markdown.ts';

/**
 * Returns the section with the recovery hints of an operation as Markdown; empty if there are none. It contains only what everyone receives in the
 * body of the error. Hints with a hold-out are left out, because readers from whom a hint is withheld must not find it here.
 * @param hints all hints of the project, oldest first
 */
export function formatHints(operation: ReferenceOperation, hints: readonly Hint[], matcher: RouteMatcher): string {
  const publicHints = hints.filter(({ audience, holdOutPercent }) => audience === 'everyone' && holdOutPercent === 0);
  const ownHints = resolveHints(publicHints, matcher).filter(({ match }) => concerns(match, operation));
  if (ownHints.length === 0) return '';
  return ['## Recovery from errors', ...ownHints.map(({ hint, match }) => formatHint(hint, match))].join('\n\n');
}

/** Returns whether a hint can match an error of the operation. A hint for all operations must have a status that the operation declares. */
function concerns({ method, route, status }: ResolvedHint['match'], operation: ReferenceOperation): boolean {
  if (operation.isWebhook || (method !== undefined && method !== operation.method.toUpperCase())) return false;
  if (route !== undefined) return route === operation.path;
  const statusClass = String(status).slice(0, 1);
  return operation.responses.some(({ status: declared }) =>
    typeof status === 'number'
      ? [String(status), `${statusClass}XX`].includes(declared.toUpperCase())
      : declared.startsWith(statusClass),
  );
}

function formatHint(
  { title, steps, retryable, retryAfterSeconds, documentation }: Hint,
  { status, errorCode, messageContains }: ResolvedHint['match'],
): string {
  const conditions = [
    ...(errorCode === undefined ? [] : [`the error code ${formatCode(errorCode)}`]),
    ...(messageContains === undefined ? [] : [`the text ${formatCode(messageContains)} in the body`]),
  ];
  const lines = steps.map(({ text, field, operation, url, example }, index) => {
    const facts = [
      ...(field === undefined ? [] : [`field ${formatCode(field)}`]),
      ...(operation === undefined ? [] : [`operation ${formatCode(operation)}`]),
      ...(example === undefined ? [] : [`example ${formatCode(JSON.stringify(example))}`]),
      ...(url === undefined ? [] : [formatLink('page', url)]),
    ];
    return `${index + 1}. ${formatText(text)}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`;
  });
  return [
    `### ${formatText(`${status}: ${title}`)}`,
    conditions.length > 0 ? `For errors with ${conditions.join(' and ')}.` : '',
    lines.join('\n'),
    formatRetry(retryable, retryAfterSeconds),
    documentation === undefined ? '' : formatLink('About this error', documentation),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function formatRetry(retryable: boolean | null, seconds: number | undefined): string {
  if (retryable === false) return 'The same request fails again.';
  if (seconds !== undefined) return `Retry the same request after ${seconds} seconds.`;
  return retryable === true ? 'The same request can succeed later.' : '';
}

function formatLink(text: string, url: string): string {
  return `[${text}](<${new URL(url).href.replaceAll('<', '%3C').replaceAll('>', '%3E')}>)`;
}
