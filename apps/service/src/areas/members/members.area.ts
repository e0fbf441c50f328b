import { defineArea } from '../../platform/area.ts';
import type { SqlContext } from '../../platform/database/dialect.ts';
import { MEMBER_MIGRATIONS } from './migrations.ts';
import { createSqlInvites } from './sql.ts';
import type { InvitePorts } from './store.ts';
import { MEMBER_TABLES } from './tables.ts';

/** The members of projects, and invites. */
export const membersArea = defineArea({
  name: 'members',
  migrations: MEMBER_MIGRATIONS,
  tables: MEMBER_TABLES,
  auditActions: [
    'member.add',
    'member.update',
    'member.remove',
    'invite.create',
    'invite.resend',
    'invite.delete',
    'invite.accept',
  ],
  auditTargets: {
    invite: { read: ({ invites }: InvitePorts, projectId: string, id: string) => invites.get(projectId, id) },
  },
  createPorts: ({ sql }: SqlContext): InvitePorts => ({ invites: createSqlInvites(sql) }),
  reads: { invites: { list: 'quick', get: 'quick', find: 'quick' } },
  load: async () => (await import('./interface.ts')).membersInterface,
});
