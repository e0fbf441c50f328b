import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Project } from '../../platform/access/accounts.ts';
import { ALL_PROJECTS_KEY_MARKER, requireProjectAccess } from '../../platform/access/authenticate.ts';
import type { App, Environment } from '../../platform/access/request-environment.ts';
import { hashSecret } from '../../platform/access/secrets.ts';
import { createNotFoundError, createProjectNotFoundError } from '../../platform/errors/errors.ts';
import { auditChange, createAuditContext, createAuditMarker } from '../../platform/http/audit.ts';
import { idempotencyHeader, noQuery, slugParameters } from '../../platform/http/common-schemas.ts';
import {
  createErrorResponses,
  createOperationResponses,
  WRITE_ERROR_STATUSES,
} from '../../platform/http/error-responses.ts';
import { respondOnce } from '../../platform/http/idempotency.ts';
import type { MailResult } from '../../platform/mail/mailer.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import { acceptInvite } from './accept-invite.ts';
import {
  acceptedSchema,
  acceptInputSchema,
  inviteInputSchema,
  inviteParameters,
  inviteSchema,
  newInviteSchema,
} from './schemas.ts';
import { createInviteToken, formatInviteUrl, getCreatedInvite, sendInvite } from './send-invite.ts';
import type { MemberServices } from './services.ts';
import type { Invite, InvitePorts, InviteRenewal } from './store.ts';

const INVITES_PATH = '/api/v1/projects/{slug}/invites';
const INVITES_ROUTE = { tags: ['Members'], 'x-extension': true, 'x-area': 'members' };

const listInvites = createRoute({
  ...INVITES_ROUTE,
  method: 'get',
  path: INVITES_PATH,
  operationId: 'listInvites',
  'x-role': 'member',
  summary: 'List the invites that were not used',
  request: { params: slugParameters, query: noQuery },
  responses: createOperationResponses(
    200,
    z.object({ invites: z.array(inviteSchema) }),
    'The pending and expired invites, sorted by email',
  ),
});

const createInvite = createRoute({
  ...INVITES_ROUTE,
  method: 'post',
  path: INVITES_PATH,
  operationId: 'createInvite',
  'x-role': 'owner',
  ...createAuditMarker('invite.create'),
  summary: 'Invite a person to a project',
  description:
    'Sends an email with a link if the service has a mail server. The link can be used once within 7 days, and replaces an earlier link for the same email address.',
  request: {
    params: slugParameters,
    query: noQuery,
    headers: idempotencyHeader,
    body: { required: true, content: { 'application/json': { schema: inviteInputSchema } } },
  },
  responses: createOperationResponses(201, newInviteSchema, 'The invite', 409, ...WRITE_ERROR_STATUSES),
});

const resendInvite = createRoute({
  ...INVITES_ROUTE,
  method: 'post',
  path: `${INVITES_PATH}/{inviteId}/resend`,
  operationId: 'resendInvite',
  'x-role': 'owner',
  ...createAuditMarker('invite.resend'),
  summary: 'Replace an invite with a new one for the same email address',
  description:
    'Only the hash of a link is stored, so the new invite has another link and another id. The old link stops working.',
  request: { params: inviteParameters, query: noQuery, headers: idempotencyHeader },
  responses: createOperationResponses(201, newInviteSchema, 'The invite', 409, ...WRITE_ERROR_STATUSES),
});

const deleteInvite = createRoute({
  ...INVITES_ROUTE,
  method: 'delete',
  path: `${INVITES_PATH}/{inviteId}`,
  operationId: 'deleteInvite',
  'x-role': 'owner',
  ...createAuditMarker('invite.delete'),
  summary: 'Revoke an invite',
  request: { params: inviteParameters, query: noQuery },
  responses: { 204: { description: 'Revoked' }, ...createErrorResponses() },
});

const acceptInviteRoute = createRoute({
  ...INVITES_ROUTE,
  method: 'post',
  path: '/api/v1/invites/accept',
  operationId: 'acceptInvite',
  ...ALL_PROJECTS_KEY_MARKER,
  ...createAuditMarker('invite.accept'),
  summary: 'Accept an invite with the account of the key',
  description:
    'The account must have the invited email address. A person without an account opens the link in a browser.',
  request: {
    query: noQuery,
    headers: idempotencyHeader,
    body: { required: true, content: { 'application/json': { schema: acceptInputSchema } } },
  },
  responses: createOperationResponses(
    201,
    acceptedSchema,
    'The project and the role in it',
    410,
    ...WRITE_ERROR_STATUSES,
  ),
});

/** A new token of an invite, which must be stored and sent once. */
interface RequestedInvite {
  readonly project: Project;
  /** Stores the token, and records it in the audit log. @throws HttpError if the invite cannot be sent */
  store(operations: PlatformPorts & InvitePorts, token: InviteRenewal): Promise<Invite>;
}

export function addInviteRoutes(app: App, services: MemberServices): void {
  const { store } = services;
  app.openapi(listInvites, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    return c.json({ invites: await store.invites.list(project.id) }, 200);
  });

  app.openapi(createInvite, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const { email, role = 'member' } = c.req.valid('json');
    const { userId } = c.get('principal');
    const change = { action: 'invite.create', project, target: ({ id }: Invite) => id } as const;
    return respondWithInvite(c, services, {
      project,
      store: (operations, token) =>
        auditChange(c, operations, change, async () =>
          getCreatedInvite(await operations.invites.create(project.id, { email, role, userId, ...token }), email),
        ),
    });
  });

  app.openapi(resendInvite, async (c) => {
    const { slug, inviteId } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const change = { action: 'invite.resend', project, target: inviteId } as const;
    return respondWithInvite(c, services, {
      project,
      store: (operations, token) =>
        auditChange(c, operations, change, async () => {
          const renewed = await operations.invites.renew(project.id, inviteId, token);
          if (!renewed) throw createNotFoundError('invite', inviteId);
          return getCreatedInvite(renewed, inviteId);
        }),
    });
  });

  app.openapi(deleteInvite, async (c) => {
    const { slug, inviteId } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const change = { action: 'invite.delete', project, target: inviteId } as const;
    const isRevoked = await store.transaction((operations) =>
      auditChange(c, operations, change, () => operations.invites.revoke(project.id, inviteId)),
    );
    if (!isRevoked) throw createNotFoundError('invite', inviteId);
    return c.body(null, 204);
  });

  app.openapi(acceptInviteRoute, async (c) => {
    const { userId, keyId } = c.get('principal');
    const account = await store.accounts.account(keyId);
    if (!account) throw new Error('the account of an authenticated key does not exist');
    const hash = hashSecret(c.req.valid('json').token);
    const { email } = account.user;
    const acceptedMember = { id: userId, email };
    return respondOnce(c, store, {
      async create(operations) {
        const { project } = await acceptInvite(operations, createAuditContext(c), hash, acceptedMember);
        c.set('audited', true);
        return { slug: project.slug };
      },
      async body({ slug }) {
        const access = await store.accounts.reachableProject(userId, slug);
        if (!access) throw createProjectNotFoundError();
        return access;
      },
    });
  });
}

/** Creates an invite once per Idempotency-Key, sends it, and responds with its link. */
function respondWithInvite(
  c: Context<Environment>,
  services: MemberServices,
  { project, store: storeInvite }: RequestedInvite,
): Promise<Response> {
  const { store, publicUrl } = services;
  const { token, hash, expiresAt } = createInviteToken();
  let createdInvite: Invite | undefined;
  let mail: MailResult | undefined;
  return respondOnce(c, store, {
    async create(operations) {
      createdInvite = await storeInvite(operations, { hash, expiresAt });
      return { id: createdInvite.id, createdAt: createdInvite.createdAt };
    },
    async afterCreate() {
      if (createdInvite) mail = await sendInvite(services, createdInvite, project, token);
    },
    async body({ id }) {
      const invite = createdInvite ?? (await store.invites.get(project.id, id));
      if (!invite) throw createNotFoundError('invite', id);
      return {
        ...invite,
        acceptUrl: createdInvite ? formatInviteUrl(publicUrl ?? new URL(c.req.url).origin, token) : null,
        mail: mail ? { sent: mail.sent, reason: mail.sent ? null : mail.reason } : null,
      };
    },
  });
}
