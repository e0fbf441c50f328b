import * as core from '@actions/core';
import { formsOf } from '../safety/redacted.ts';

/** Masks the secrets, also in the forms that they take in URLs and headers, before anything can be printed. */
export function mask(...secrets: readonly string[]): void {
  for (const form of secrets.flatMap(formsOf)) core.setSecret(form);
}
