import { z } from '@hono/zod-openapi';

export const projectSchema = z
  .object({ id: z.string(), slug: z.string(), name: z.string(), createdAt: z.iso.datetime() })
  .meta({ id: 'Project' });
