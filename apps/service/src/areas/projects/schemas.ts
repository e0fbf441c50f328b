import { z } from '@hono/zod-openapi';
import { ROLES } from '../../platform/access/roles.ts';

export const projectSchema = z
  .object({ id: z.string(), slug: z.string(), name: z.string(), createdAt: z.iso.datetime() })
  .meta({ id: 'Project' });

/** A project with the role of the account that requests the list. */
export const memberProjectSchema = projectSchema.extend({ role: z.enum(ROLES) }).meta({ id: 'MemberProject' });

const projectName = z.string().min(1).max(100);

export const projectInputSchema = z
  .strictObject({
    slug: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must have at most 63 lower-case letters, digits and "-"')
      .describe('Name of the project in paths, which cannot be changed'),
    name: projectName.optional().describe('Display name; the slug if not set'),
  })
  .meta({ id: 'ProjectInput' });

export const projectChangesSchema = z
  .strictObject({ name: projectName.describe('Display name') })
  .meta({ id: 'ProjectChanges' });
