/** A part of a secret in base64 that is shorter than this stands in other texts by accident. */
const LEAST_FRAGMENT = 8;

/** The forms that a secret takes in texts, URLs and headers: also within something longer that was encoded as base64, at any place. */
export function secretForms(secret: string): string[] {
  if (secret === '') return [];
  const fragments = [0, 1, 2].map((before) => base64Within(secret, before));
  const hex = Buffer.from(secret).toString('hex');
  const forms = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
    ...[...fragments, ...fragments.map(urlSafe)].filter(({ length }) => length >= LEAST_FRAGMENT),
    hex,
    hex.toUpperCase(),
  ];
  return [...new Set(forms)];
}

/** The text without the secrets, in whatever form they stand there. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.flatMap(secretForms).reduce((rest, form) => rest.replaceAll(form, '***'), text);
}

/** What base64 makes of the secret whatever stands around it, with `before` bytes (modulo 3) in front. */
function base64Within(secret: string, before: number): string {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
  return bytes.toString('base64').slice(Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3));
}

function urlSafe(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_');
}
