import * as core from '@actions/core';
import { secretForms } from '@context-sync/core';

/** Masks the secrets, also in the forms that they take in URLs and headers, before anything can be printed. */
export function mask(...secrets: readonly string[]): void {
  for (const form of secrets.flatMap(secretForms)) core.setSecret(form);
}
