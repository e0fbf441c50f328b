import { defineArea } from '../../platform/area.ts';

/** The account of a key's owner, and the commands of members and keys. */
export const accountArea = defineArea({
  name: 'account',
  auditActions: [
    'account.create',
    'account.update',
    'account.revoke',
    'account.restore',
    'key.create',
    'key.rotate',
    'key.revoke',
  ],
  load: async () => (await import('./interface.ts')).accountInterface,
});
