import { z } from 'zod';
import type { OneTimeTokenPorts } from '../access/one-time-tokens.ts';
import { createSecret, hashSecret } from '../access/secrets.ts';
import type { FormValues } from './page.ts';

/** Query parameter of a page, with the token of a form that was not accepted because its session had ended. */
export const UNSENT_FORM_PARAMETER = 'unsent';
/** Maximum time in milliseconds to sign in again and send the form. */
const LIFETIME_MS = 3_600_000;
/** Maximum size of a kept form in characters. Larger forms are not kept. */
const MAX_LENGTH = 65_536;
const fields = z.record(z.string(), z.string());

/** Keeps the fields of a form whose session has ended. @returns the path of the form's page, which shows the fields again */
export async function keepUnsentForm(
  { oneTimeTokens }: OneTimeTokenPorts,
  { userId, page, form }: { readonly userId: string; readonly page: string; readonly form: FormValues },
): Promise<string> {
  const data = JSON.stringify(form);
  if (data.length > MAX_LENGTH) return page;
  const token = createSecret();
  await oneTimeTokens.create({ hash: hashSecret(token), kind: 'form', userId, data, lifetimeMs: LIFETIME_MS });
  return `${page}${page.includes('?') ? '&' : '?'}${UNSENT_FORM_PARAMETER}=${token}`;
}

/** Returns the kept fields of a member's form; none if the token is unknown, has expired or belongs to another member. */
export async function findUnsentForm(
  { oneTimeTokens }: OneTimeTokenPorts,
  token: string | undefined,
  userId: string,
): Promise<FormValues> {
  const found = token === undefined ? undefined : await oneTimeTokens.find('form', hashSecret(token));
  if (found?.state !== 'valid' || found.userId !== userId) return {};
  return fields.parse(JSON.parse(found.data));
}
