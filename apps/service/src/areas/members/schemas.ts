import { z } from '@hono/zod-openapi';
import { ROLES } from '../../platform/access/roles.ts';

export const memberSchema = z
  .object({ userId: z.string(), email: z.string(), role: z.enum(ROLES), since: z.iso.datetime() })
  .meta({ id: 'Member' });
