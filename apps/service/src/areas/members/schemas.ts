import { z } from '@hono/zod-openapi';

export const memberSchema = z
  .object({ userId: z.string(), email: z.string(), since: z.iso.datetime() })
  .meta({ id: 'Member' });
