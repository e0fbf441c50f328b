import { z } from '@hono/zod-openapi';
import { ACCESSES } from '../../platform/access/accounts.ts';
import { ROLES } from '../../platform/access/roles.ts';
import { projectSchema } from '../projects/schemas.ts';

export const accountSchema = z
  .object({
    user: z.object({ id: z.string(), email: z.string(), createdAt: z.iso.datetime() }),
    key: z.object({
      id: z.string(),
      name: z.string(),
      access: z.enum(ACCESSES),
      project: z
        .string()
        .nullable()
        .describe('Slug of the only project that the key can access; null for all projects of its owner'),
      createdAt: z.iso.datetime(),
      expiresAt: z.iso.datetime().nullable(),
    }),
    projects: z.array(projectSchema.extend({ role: z.enum(ROLES) }).meta({ id: 'MemberProject' })),
  })
  .meta({ id: 'Account' });
