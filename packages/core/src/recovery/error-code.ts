const MAX_ERROR_CODE_LENGTH = 128;

/** Returns the error code that the body of an error response contains: `error.code`, `code`, `error`, or `type` of problem details (RFC 9457). */
export function getErrorCode(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const { error, code, type, errors } = body;
  const firstError = Array.isArray(errors) ? errors[0] : undefined;
  const candidates = [
    isObject(error) ? (error.code ?? error.type) : undefined,
    code,
    error,
    isObject(firstError) ? firstError.code : undefined,
    type === 'about:blank' ? undefined : type,
  ];
  return truncateCode(candidates.find(isCode));
}

/** Returns a trimmed code, truncated to the maximum length that the service accepts. */
export function truncateCode(code: unknown): string | undefined {
  if (!isCode(code)) return undefined;
  const text = String(code).trim();
  return text === '' ? undefined : text.slice(0, MAX_ERROR_CODE_LENGTH);
}

const isCode = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '' && value.length <= MAX_ERROR_CODE_LENGTH);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
