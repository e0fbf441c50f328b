import { z } from '@hono/zod-openapi';
import { AUDIT_ACTOR_KINDS, AUDIT_OUTCOMES, type AuditAction } from '../../platform/audit/audit.ts';
import { pageQuery } from '../../platform/http/common-schemas.ts';
import { createTimeSchema } from '../../platform/http/time-range-schemas.ts';

/** @param actions all actions that the areas record */
export const createAuditEntrySchema = (actions: readonly AuditAction[]) =>
  z
    .object({
      id: z.string(),
      at: z.iso.datetime(),
      actor: z
        .enum(AUDIT_ACTOR_KINDS)
        .describe('`member`: a request with a key; `command-line`: an operator; `service`: a background job'),
      action: z.enum(actions),
      targetKind: z.string(),
      target: z.string().describe('Id of the target; empty if a refused request would have created it'),
      userId: z.string().nullable(),
      email: z.string().nullable(),
      keyId: z.string().nullable(),
      systemUser: z.string().nullable().describe('Name of the operating-system user; only for `command-line`'),
      hashBefore: z
        .string()
        .nullable()
        .describe('SHA-256 of the target before the change, as canonical JSON (RFC 8785); null if it did not exist'),
      hashAfter: z
        .string()
        .nullable()
        .describe(
          'SHA-256 of the target after the change, as canonical JSON (RFC 8785); null if the target no longer exists',
        ),
      requestId: z.string(),
      outcome: z.enum(AUDIT_OUTCOMES),
    })
    .meta({ id: 'AuditEntry' });

/** @param actions all actions that the areas record */
export const createAuditQuery = (actions: readonly AuditAction[]) =>
  pageQuery.extend({
    actor: z.string().min(1).max(320).optional().openapi({
      description:
        'Id or email address of a member, id of a key, name of an operating-system user, or kind of an actor',
    }),
    action: z.enum(actions).optional(),
    target: z.string().min(1).max(256).optional().openapi({ description: 'Id of the target' }),
    since: createTimeSchema(
      'Only entries recorded at or after this time: a time with an offset, or relative to now, such as `-7d`',
    ),
    until: createTimeSchema('Only entries recorded before this time'),
  });
