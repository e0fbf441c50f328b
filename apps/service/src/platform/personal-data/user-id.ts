import { createHash } from 'node:crypto';
import { normalizeUser } from '@context-sync/core/user-identity';

/** Returns the id of a user, which is the same in every database. Daily counts contain only this id; only the table of users contains the email address. */
export function getUserId(projectId: string, email: string): string {
  return `usr_${createHash('sha256')
    .update(`${projectId} ${normalizeUser(email)}`)
    .digest('hex')
    .slice(0, 24)}`;
}
