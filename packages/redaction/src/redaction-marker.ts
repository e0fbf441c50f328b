/** Text that replaces a secret. */
export const REDACTED = '[redacted]';
