/** A form that a secret takes, and its name. */
export interface SecretForm {
  readonly name: string;
  readonly text: string;
}

/** Shorter texts stand in others by accident. */
const LEAST_LENGTH = 6;
/** Bits that a character of base64 holds, and that a byte has. */
const [SIXTET, BYTE] = [6, 8];

/** Everything that gives a secret away when it stands in a text: as it is, and as programs write it in URLs, headers, JSON and dumps. */
export function secretForms(secret: string): SecretForm[] {
  if (secret.length < LEAST_LENGTH) return [];
  const bytes = Buffer.from(secret);
  const forms: SecretForm[] = [
    { name: 'as it is', text: secret },
    { name: 'in a URL', text: encodeURIComponent(secret) },
    { name: 'in a query', text: new URLSearchParams({ '': secret }).toString().slice(1) },
    { name: 'in JSON', text: JSON.stringify(secret).slice(1, -1) },
    { name: 'in hexadecimal', text: bytes.toString('hex') },
    { name: 'in capital hexadecimal', text: bytes.toString('hex').toUpperCase() },
    ...[0, 1, 2].flatMap((before) => {
      const text = base64Within(bytes, before);
      return [
        { name: `in base64 after ${before} bytes`, text },
        { name: `in base64url after ${before} bytes`, text: text.replaceAll('+', '-').replaceAll('/', '_') },
      ];
    }),
  ];
  return forms.filter(({ text }, at) => forms.findIndex((form) => form.text === text) === at);
}

/** What base64 makes of the bytes whatever stands behind them, with `before` bytes (modulo 3) in front. */
function base64Within(bytes: Uint8Array, before: number): string {
  const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  const first = Math.ceil((before * BYTE) / SIXTET);
  const last = Math.floor(((before + bytes.length) * BYTE) / SIXTET);
  return encoded.slice(first, last);
}
