/** Minimum length of base64 fragments to search for. Shorter fragments of a secret occur in other texts by chance. */
const MIN_FRAGMENT_CHARS = 8;

/**
 * Returns the encodings of a secret in texts, URLs and headers, and the base64 fragments that result if a longer text with the secret is encoded.
 */
export function listSecretEncodings(secret: string): string[] {
  if (secret === '') return [];
  const fragments = [0, 1, 2].map((before) => getInnerBase64(secret, before));
  const hex = Buffer.from(secret).toString('hex');
  const forms = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
    ...[...fragments, ...fragments.map(toUrlSafeBase64)].filter(({ length }) => length >= MIN_FRAGMENT_CHARS),
    hex,
    hex.toUpperCase(),
  ];
  return [...new Set(forms)];
}

/** Replaces the secrets in a text with `***`, in all of their encodings. */
export function replaceSecrets(text: string, secrets: readonly string[]): string {
  return secrets.flatMap(listSecretEncodings).reduce((rest, form) => rest.replaceAll(form, '***'), text);
}

/** Returns the part of a base64 text that depends only on the secret, if `before` bytes (modulo 3) precede the secret. */
function getInnerBase64(secret: string, before: number): string {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
  return bytes.toString('base64').slice(Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3));
}

function toUrlSafeBase64(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_');
}
