import * as core from '@actions/core';

/** Masks the secrets, also in the forms that they take in URLs and headers, before anything can be printed. */
export function mask(...secrets: readonly string[]): void {
  for (const secret of secrets) {
    if (secret === '') continue;
    const forms = [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      Buffer.from(`x-access-token:${secret}`).toString('base64'),
    ];
    for (const form of new Set(forms)) core.setSecret(form);
  }
}
