/** An encoded form of a secret. */
export interface SecretForm {
  readonly name: string;
  readonly text: string;
}

/** Minimum length of a secret. Shorter texts can occur by chance. */
const MIN_SECRET_LENGTH = 6;
/** Number of bits per base64 character, and number of bits per byte. */
const [BITS_PER_CHARACTER, BITS_PER_BYTE] = [6, 8];

/** Returns all forms that reveal a secret: unchanged, and in the encodings of URLs, headers, JSON and dumps. */
export function listSecretForms(secret: string): SecretForm[] {
  if (secret.length < MIN_SECRET_LENGTH) return [];
  const bytes = Buffer.from(secret);
  const forms: SecretForm[] = [
    { name: 'as is', text: secret },
    { name: 'in a URL', text: encodeURIComponent(secret) },
    { name: 'in a query', text: new URLSearchParams({ '': secret }).toString().slice(1) },
    { name: 'in JSON', text: JSON.stringify(secret).slice(1, -1) },
    { name: 'in hexadecimal', text: bytes.toString('hex') },
    { name: 'in upper-case hexadecimal', text: bytes.toString('hex').toUpperCase() },
    ...[0, 1, 2].flatMap((before) => {
      const text = getInnerBase64(bytes, before);
      return [
        { name: `in base64 after ${before} bytes`, text },
        { name: `in base64url after ${before} bytes`, text: text.replaceAll('+', '-').replaceAll('/', '_') },
      ];
    }),
  ];
  return forms.filter(({ text }, index) => forms.findIndex((form) => form.text === text) === index);
}

/** Returns the base64 characters that depend only on these bytes, if `before` bytes (modulo 3) precede them. */
function getInnerBase64(bytes: Uint8Array, before: number): string {
  const encodedText = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  const firstCharacter = Math.ceil((before * BITS_PER_BYTE) / BITS_PER_CHARACTER);
  const lastCharacter = Math.floor(((before + bytes.length) * BITS_PER_BYTE) / BITS_PER_CHARACTER);
  return encodedText.slice(firstCharacter, lastCharacter);
}
