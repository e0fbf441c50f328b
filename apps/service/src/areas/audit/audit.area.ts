import { defineArea } from '../../platform/area.ts';

export const auditArea = defineArea({
  name: 'audit',
  load: async () => (await import('./interface.ts')).auditInterface,
});
