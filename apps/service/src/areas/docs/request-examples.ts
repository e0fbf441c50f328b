import type { ReferenceOperation } from '../api-description/describe-reference.ts';

/** An example request in one programming language. */
export interface RequestExample {
  readonly title: string;
  readonly language: string;
  readonly code: string;
}

interface ExampleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
}

const UNKNOWN_SERVER = 'https://api.example.com';

/** Returns the request of an operation with example values: required parameters, the first way to authenticate, and a body. */
export function createExampleRequest({
  method,
  path,
  servers,
  parameters,
  security,
  body,
}: ReferenceOperation): ExampleRequest {
  const valuesOf = (place: string) => parameters.filter((each) => each.in === place);
  const filledPath = valuesOf('path').reduce(
    (text, { name, example }) => text.replaceAll(`{${name}}`, () => encodeURIComponent(example || 'value')),
    path,
  );
  const query = new URLSearchParams(
    valuesOf('query')
      .filter(({ required }) => required)
      .map(({ name, example }): [string, string] => [name, example || 'value']),
  );
  const headers: [string, string][] = valuesOf('header')
    .filter(({ required, name }) => required && !/^(?:accept|content-type|authorization)$/i.test(name))
    .map(({ name, example }) => [name, example || 'value']);
  for (const { kind, field } of security[0] ?? []) {
    if (kind === 'bearer') headers.push(['Authorization', 'Bearer YOUR_TOKEN']);
    if (kind === 'basic') headers.push(['Authorization', 'Basic YOUR_CREDENTIALS']);
    if (kind === 'header') headers.push([field, 'YOUR_KEY']);
    if (kind === 'query') query.append(field, 'YOUR_KEY');
    if (kind === 'cookie') headers.push(['Cookie', `${field}=YOUR_KEY`]);
  }
  if (body) headers.push(['Content-Type', body.mediaType]);
  const search = query.toString();
  return {
    method,
    url: `${servers[0] ?? UNKNOWN_SERVER}${filledPath}${search === '' ? '' : `?${search}`}`,
    headers,
    body: body && (body.example === '' ? '…' : body.example),
  };
}

/** Returns the request of an operation in several programming languages. */
export function createExamples(operation: ReferenceOperation): RequestExample[] {
  const request = createExampleRequest(operation);
  return [
    { title: 'curl', language: 'sh', code: formatCurl(request) },
    { title: 'JavaScript', language: 'js', code: formatJavaScript(request) },
    { title: 'Python', language: 'python', code: formatPython(request) },
  ];
}

/** Quotes a text for a POSIX shell. */
const quoteShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
/** Quotes a text as a string literal that is valid in both JavaScript and Python. */
const quote = (text: string) => JSON.stringify(text);

function formatCurl({ method, url, headers, body }: ExampleRequest): string {
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${/^[A-Z]+$/.test(method) ? method : quoteShell(method)}`} ${quoteShell(url)}`,
    ...headers.map(([name, value]) => `-H ${quoteShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data ${quoteShell(body)}`]),
  ];
  return parts.join(' \\\n  ');
}

function formatJavaScript({ method, url, headers, body }: ExampleRequest): string {
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${quote(method)},`]),
    ...(headers.length === 0
      ? []
      : ['  headers: {', ...headers.map(([name, value]) => `    ${quote(name)}: ${quote(value)},`), '  },']),
    ...(body === undefined ? [] : [`  body: ${formatBody(body)},`]),
  ];
  const call = options.length === 0 ? `fetch(${quote(url)})` : `fetch(${quote(url)}, {\n${options.join('\n')}\n})`;
  return `const response = await ${call};\nconsole.log(response.status, await response.text());`;
}

/** Returns an expression for a body. For JSON, this is an object literal, because it is easier to edit. */
function formatBody(body: string): string {
  return isJsonText(body) ? `JSON.stringify(${body.replaceAll('\n', '\n  ')})` : quote(body);
}

function formatPython({ method, url, headers, body }: ExampleRequest): string {
  const options = [
    ...(headers.length === 0
      ? []
      : ['    headers={', ...headers.map(([name, value]) => `        ${quote(name)}: ${quote(value)},`), '    },']),
    ...(body === undefined ? [] : [`    ${formatPythonBody(body)},`]),
  ];
  const call = `requests.request(\n    ${quote(method)},\n    ${quote(url)},\n${options.map((line) => `${line}\n`).join('')})`;
  return `import requests\n\nresponse = ${call}\nprint(response.status_code, response.text)`;
}

/** Returns the argument for a body: a dict or list for JSON, and one string literal for each line of another text. */
function formatPythonBody(body: string): string {
  // JSON examples are indented by two spaces, and Python code by four.
  if (isJsonText(body)) return `json=${formatPythonValue(body).replaceAll(/\n( *)/g, '\n    $1$1')}`;
  const lines = body.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  if (lines.length < 2) return `data=${quote(body)}`;
  return `data=(\n${lines.map((line) => `        ${quote(line)}\n`).join('')}    )`;
}

/** Converts JSON to a Python literal. Only the names of constants differ, and escapes of strings such as `\/`. */
function formatPythonValue(json: string): string {
  const constants: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|true|false|null/g, (token) =>
    token.startsWith('"') ? quote(String(JSON.parse(token))) : (constants[token] ?? token),
  );
}

/** Returns whether a text is a JSON object or array. */
function isJsonText(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
