import type { CompiledHint } from './hint-set.ts';

/** Returns the value of a `Link` header with the documentation of an error (RFC 8288), or undefined if the hint contains none. */
export function formatHelpLink({ documentation, title }: CompiledHint): string | undefined {
  if (documentation === undefined) return undefined;
  const target = documentation.replaceAll('<', '%3C').replaceAll('>', '%3E');
  return `<${target}>; rel="help"${title === undefined ? '' : formatTitleParameter(title)}`;
}

function formatTitleParameter(title: string): string {
  const text = title.toWellFormed().replaceAll(/\p{Cc}/gu, ' ');
  if (/^[\x20-\x7e]*$/.test(text)) return `; title="${text.replaceAll(/["\\]/g, '\\$&')}"`;
  // According to RFC 8187, all characters except letters, digits and a few others are percent-encoded.
  const encodedText = encodeURIComponent(text).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `; title*=UTF-8''${encodedText}`;
}
