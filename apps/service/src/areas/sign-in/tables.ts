import { integer, text, time } from '../../platform/database/column.ts';
import { defineTable } from '../../platform/database/table.ts';

/** The passkeys of members, with the public keys that authenticators created for this service. */
export const PASSKEYS = defineTable({
  name: 'passkeys',
  key: ['id'],
  columns: {
    id: text(),
    userId: text(),
    name: text({ content: 'members' }),
    credentialId: text(),
    publicKey: text(),
    counter: integer(),
    transports: text(),
    createdAt: time(),
    lastUsedAt: time({ nullable: true }),
  },
});

/** The accounts at identity providers with which members sign in. */
export const OPENID_IDENTITIES = defineTable({
  name: 'openid_identities',
  key: ['issuer', 'subject'],
  columns: { issuer: text(), subject: text({ content: 'members' }), userId: text(), createdAt: time() },
});

export const SIGN_IN_TABLES = [PASSKEYS, OPENID_IDENTITIES];
