import { createHash } from 'node:crypto';
import type { HintInput } from './store.ts';

const VERSION_HEX_DIGITS = 12;

/**
 * Returns the version of a hint, which changes if anything changes that can influence the effect of the hint: its text, its audience, the errors that
 * it matches, and the share of users from whom it is withheld. Disabling a hint and enabling it again does not change the version.
 */
export function getHintVersion(hint: HintInput): string {
  const { title, match, documentation, retryable, retryAfterSeconds, steps, audience, holdOutPercent } = hint;
  const contents = [title, match, documentation, retryable, retryAfterSeconds, steps, audience, holdOutPercent];
  return `v${createHash('sha256').update(JSON.stringify(contents)).digest('hex').slice(0, VERSION_HEX_DIGITS)}`;
}
