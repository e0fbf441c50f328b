/** Replaces a secret. */
export const REDACTED = '[redacted]';
