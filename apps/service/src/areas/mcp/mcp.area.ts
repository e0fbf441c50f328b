import { defineArea } from '../../platform/area.ts';

export const mcpArea = defineArea({
  name: 'mcp',
  load: async () => (await import('./interface.ts')).mcpInterface,
});
