/**
 * Normalizes the identifier of a user, such as an email address. Texts that differ only in letter case or surrounding white space identify the same
 * user, in the service and in the SDK.
 */
export function normalizeUser(user: string): string {
  return user.trim().toLowerCase();
}
