import { defineArea } from '../../platform/area.ts';

export const membersArea = defineArea({
  name: 'members',
  load: async () => (await import('./interface.ts')).membersInterface,
});
