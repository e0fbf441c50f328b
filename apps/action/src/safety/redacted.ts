/** The forms that a secret takes in texts, URLs and headers. */
export function formsOf(secret: string): string[] {
  if (secret === '') return [];
  const forms = [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
    Buffer.from(`x-access-token:${secret}`).toString('base64'),
  ];
  return [...new Set(forms)];
}

/** The text without the secrets, in whatever form they stand there. */
export function redacted(text: string, secrets: readonly string[]): string {
  return secrets.flatMap(formsOf).reduce((rest, form) => rest.replaceAll(form, '***'), text);
}
