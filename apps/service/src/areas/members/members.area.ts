import { defineArea } from '../../platform/area.ts';
import type { AreaStore } from '../../platform/ports.ts';
import { addMemberRoutes } from './routes.ts';

export const membersArea = defineArea({
  name: 'members',
  addRoutes: (app, services: { readonly store: AreaStore }) => addMemberRoutes(app, services),
});
