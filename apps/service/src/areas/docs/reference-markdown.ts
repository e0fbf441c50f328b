import type { ReferenceBody, ReferenceOperation } from '../api-description/describe-reference.ts';
import type { DescribedSchema } from '../api-description/reference-schema.ts';
import { createExamples } from './request-examples.ts';

/**
 * Returns the page of an operation as Markdown. All names and values from the OpenAPI document are escaped.
 * @param note a warning as Markdown, or an empty text
 * @param hints section with the recovery hints
 */
export function formatOperation(operation: ReferenceOperation, note: string, hints = ''): string {
  const { method, path, operationId, deprecated, description, isWebhook, servers } = operation;
  const examples = isWebhook ? [] : createExamples(operation);
  return [
    note,
    `${formatCode(method)} ${formatCode(path)}`,
    isWebhook ? 'The API sends this request to a URL that you register.' : '',
    deprecated ? '> [!WARNING]\n> This operation is deprecated.' : '',
    description.trim(),
    operationId === undefined ? '' : `Operation id: ${formatCode(operationId)}`,
    servers.length > 0 ? `## Servers\n\n${servers.map((url) => `- ${formatCode(url)}`).join('\n')}` : '',
    ...formatSecurity(operation),
    ...formatParameters(operation),
    ...formatRequestBody(operation),
    ...(examples.length > 0 ? ['## Examples', ...examples.map(formatExample)] : []),
    ...formatResponses(operation),
    hints,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function formatExample({ title, language, code }: { title: string; language: string; code: string }): string {
  return `### ${title}\n\n${formatBlock(language, code)}`;
}

function formatSecurity({ security }: ReferenceOperation): string[] {
  if (security.length === 0) return [];
  const alternatives = security.map((schemes) => {
    const parts = schemes.map(({ name, kind, field, description }) => {
      const places = { header: `header ${formatCode(field)}`, query: `query parameter ${formatCode(field)}` } as const;
      const credentialPlace =
        kind === 'bearer'
          ? `header ${formatCode('Authorization: Bearer …')}`
          : kind === 'basic'
            ? `header ${formatCode('Authorization: Basic …')}`
            : kind === 'cookie'
              ? `cookie ${formatCode(field)}`
              : kind === 'other'
                ? ''
                : places[kind];
      return [`${formatText(name)}`, credentialPlace, formatText(description)].filter((part) => part !== '').join(', ');
    });
    return `- ${parts.length === 0 ? 'None' : parts.join(' and ')}`;
  });
  return ['## Authentication', security.length > 1 ? 'One of:' : '', alternatives.join('\n')];
}

function formatParameters({ parameters }: ReferenceOperation): string[] {
  if (parameters.length === 0) return [];
  const rows = parameters.map(({ name, in: place, type, required, deprecated, description }) => [
    formatCode(name),
    formatText(place),
    formatText(type),
    [required ? 'Required.' : '', deprecated ? 'Deprecated.' : '', formatText(description)].join(' ').trim(),
  ]);
  return ['## Parameters', formatTable(['Name', 'In', 'Type', 'Meaning'], rows)];
}

function formatRequestBody({ body }: ReferenceOperation): string[] {
  if (!body) return [];
  return [
    '## Request body',
    [body.required ? 'Required.' : 'Optional.', formatText(body.description)].join(' ').trim(),
    ...formatBody(body),
  ];
}

function formatResponses({ responses }: ReferenceOperation): string[] {
  if (responses.length === 0) return [];
  const shownNames = new Set<string>();
  return [
    '## Responses',
    ...responses.flatMap(({ status, description, body }) => {
      const head = [`### ${formatText(status)}`, formatText(description)];
      if (!body) return head;
      // Error responses often have the same schema, which is listed once.
      const content = JSON.stringify([body.mediaType, body.schema]);
      if (shownNames.has(content))
        return [...head, `${formatCode(body.mediaType)}: ${formatText(body.schema.type)}, as above`];
      shownNames.add(content);
      return [...head, ...formatBody(body)];
    }),
  ];
}

function formatBody({ mediaType, schema, example }: ReferenceBody): string[] {
  return [
    `${formatCode(mediaType)}: ${formatText(schema.type)}`,
    formatSchema(schema),
    example === '' || example === 'null' ? '' : formatBlock(/json/i.test(mediaType) ? 'json' : 'text', example),
  ];
}

function formatSchema({ rows, isCut }: DescribedSchema): string {
  if (rows.length === 0) return '';
  const lines = rows.map(({ name, type, required, description }) => [
    formatCode(name),
    formatText(type),
    [required ? 'Required.' : '', formatText(description)].join(' ').trim(),
  ]);
  const table = formatTable(['Property', 'Type', 'Meaning'], lines);
  return isCut ? `${table}\n\nFurther properties are left out. The OpenAPI document contains them.` : table;
}

export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Escapes a text so that it has no special meaning in Markdown. */
export function formatText(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_{}[\]<>#~!$&]/g, '\\$&')
    .replace(/^([-+]|\d+[.)])/, '\\$1')
    .replaceAll('://', '\\://')
    .replaceAll(/\bwww\./gi, (match) => `${match.slice(0, -1)}\\.`)
    .replaceAll('@', '\\@');
}

/** Formats a text as inline code, also if the text contains backticks. */
export function formatCode(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line === '') return '';
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

function formatBlock(language: string, code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}
