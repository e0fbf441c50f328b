const MAX_LINE_LENGTH = 100;

/** Formats a value as JSON, with each object and list on one line if it fits. */
export function formatJson(value: unknown, indent = ''): string {
  const shortJson = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
  if (typeof value !== 'object' || value === null || indent.length + shortJson.length <= MAX_LINE_LENGTH)
    return shortJson;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((each) => formatJson(each, inner))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${formatJson(each, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.map((part) => `${inner}${part}`).join(',\n')}\n${indent}${close}`;
}
