import { defineInterface } from '../../platform/area.ts';
import type { AreaStore } from '../../platform/ports.ts';
import { addMemberRoutes } from './routes.ts';

export const membersInterface = defineInterface({
  addRoutes: (app, services: { readonly store: AreaStore }) => addMemberRoutes(app, services),
});
