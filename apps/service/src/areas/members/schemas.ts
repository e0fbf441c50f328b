import { z } from '@hono/zod-openapi';
import { ROLES } from '../../platform/access/roles.ts';
import { EMAIL_SCHEMA } from '../../platform/access/users-sql.ts';
import { slugParameters } from '../../platform/http/common-schemas.ts';
import { projectSchema } from '../projects/schemas.ts';

export const memberSchema = z
  .object({
    userId: z.string(),
    email: z.string(),
    name: z.string().describe('Name that the member has chosen; possibly empty'),
    role: z.enum(ROLES),
    since: z.iso.datetime(),
  })
  .meta({ id: 'Member' });

export const memberParameters = slugParameters.extend({
  userId: z.string().openapi({ description: 'Id of the member' }),
});

export const memberChangesSchema = z.strictObject({ role: z.enum(ROLES) }).meta({ id: 'MemberChanges' });

export const inviteParameters = slugParameters.extend({
  inviteId: z.string().openapi({ description: 'Id of the invite' }),
});

export const inviteInputSchema = z
  .strictObject({
    email: EMAIL_SCHEMA.describe(
      'Email address of the person. Only an account with this address can accept the invite',
    ),
    role: z.enum(ROLES).optional().describe('Role in the project; `member` if not set'),
  })
  .meta({ id: 'InviteInput' });

export const inviteSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    status: z.enum(['pending', 'expired']),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    invitedBy: z
      .string()
      .nullable()
      .describe('Email address of the member who sent the invite; null if an operator created it'),
  })
  .meta({ id: 'Invite' });

export const newInviteSchema = inviteSchema
  .extend({
    acceptUrl: z
      .string()
      .nullable()
      .describe(
        'Link with which the person accepts the invite; null if the request was repeated, because the link is shown only once',
      ),
    mail: z
      .object({
        sent: z.boolean(),
        reason: z.string().nullable().describe('Why the email was not sent; null if it was sent'),
      })
      .nullable()
      .describe(
        'Whether the invite was sent by email. If not, send `acceptUrl` to the person; null if the request was repeated',
      ),
  })
  .meta({ id: 'NewInvite' });

export const acceptInputSchema = z
  .strictObject({ token: z.string().min(1).max(256).describe('Last part of the path of the link') })
  .meta({ id: 'InviteAcceptance' });

export const acceptedSchema = z.object({ project: projectSchema, role: z.enum(ROLES) }).meta({ id: 'AcceptedInvite' });
