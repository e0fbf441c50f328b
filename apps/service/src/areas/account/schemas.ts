import { z } from '@hono/zod-openapi';
import { ACCESSES } from '../../platform/access/accounts.ts';
import { SIGN_IN_METHODS } from '../../platform/access/sessions.ts';
import { memberProjectSchema } from '../projects/schemas.ts';

/** Maximum and default lifetime in days of a key that is created with the API. */
export const MAX_KEY_DAYS = 365;
/** Maximum and default time in hours for which a rotated key continues to work. */
export const MAX_OVERLAP_HOURS = 720;
export const DEFAULT_OVERLAP_HOURS = 24;

const keyProject = z
  .string()
  .nullable()
  .describe('Slug of the only project that the key can access; null for all projects of its owner');

const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().describe('Name that other members see; possibly empty'),
  createdAt: z.iso.datetime(),
});

export const accountSchema = z
  .object({
    user: userSchema,
    key: z.object({
      id: z.string(),
      name: z.string(),
      access: z.enum(ACCESSES),
      project: keyProject,
      createdAt: z.iso.datetime(),
      expiresAt: z.iso.datetime().nullable(),
    }),
    projects: z.array(memberProjectSchema),
  })
  .meta({ id: 'Account' });

export const accountChangesSchema = z
  .strictObject({ name: z.string().max(100).describe('Name that other members see') })
  .meta({ id: 'AccountChanges' });

export const accountUserSchema = userSchema.meta({ id: 'AccountUser' });

export const apiKeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    access: z.enum(ACCESSES),
    project: keyProject,
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    revokedAt: z.iso.datetime().nullable(),
    lastUsedAt: z.iso.datetime().nullable().describe('Time of the last use, or up to ten minutes before it'),
    successorId: z
      .string()
      .nullable()
      .describe('Id of the key that replaces this one; null if the key was not rotated'),
  })
  .meta({ id: 'ApiKey' });

export const newKeySchema = apiKeySchema
  .extend({
    key: z.string().nullable().describe('The key; null if the request was repeated, because a key is shown only once'),
  })
  .meta({ id: 'NewApiKey' });

export const keyInputSchema = z
  .strictObject({
    access: z
      .enum(ACCESSES)
      .describe(
        'Kind of the key. Its rights must not exceed those of the key that sends the request; a `capture` key needs `project`',
      ),
    project: z
      .string()
      .max(63)
      .optional()
      .describe('Slug of the only project that the key can access; all projects of the account if not set'),
    name: z.string().max(100).optional(),
    expiresInDays: z
      .int()
      .min(1)
      .max(MAX_KEY_DAYS)
      .optional()
      .describe(`Lifetime in days; ${MAX_KEY_DAYS} if not set. A \`capture\` key does not expire if not set`),
  })
  .meta({ id: 'ApiKeyInput' });

export const rotationInputSchema = z
  .strictObject({
    overlapHours: z
      .int()
      .min(0)
      .max(MAX_OVERLAP_HOURS)
      .optional()
      .describe(`Hours for which the old key continues to work; ${DEFAULT_OVERLAP_HOURS} if not set`),
  })
  .meta({ id: 'ApiKeyRotation' });

export const rotatedKeySchema = newKeySchema
  .extend({
    replaced: z.object({
      id: z.string(),
      expiresAt: z.iso.datetime().nullable().describe('Time until which the old key works'),
    }),
  })
  .meta({ id: 'RotatedApiKey' });

export const keyParameters = z.strictObject({ keyId: z.string().openapi({ description: 'Id of the key' }) });

export const sessionSchema = z
  .object({
    id: z.string(),
    method: z.enum(SIGN_IN_METHODS).describe('How the session began'),
    userAgent: z.string(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().describe('Time of the last use, or up to ten minutes before it'),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'Session' });

export const sessionParameters = z.strictObject({
  sessionId: z.string().openapi({ description: 'Id of the session' }),
});
