import { defineArea } from '../../platform/area.ts';

export const membersArea = defineArea({
  name: 'members',
  auditActions: ['member.add', 'member.update', 'member.remove'],
  load: async () => (await import('./interface.ts')).membersInterface,
});
