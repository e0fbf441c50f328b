import { defineArea } from '../../platform/area.ts';

export const projectsArea = defineArea({
  name: 'projects',
  auditActions: ['project.create', 'project.update', 'project.close', 'project.reopen'],
  load: async () => (await import('./interface.ts')).projectsInterface,
});
