import { randomUUID } from 'node:crypto';
import type { AuditContext } from '../../platform/audit/record-change.ts';
import { recordChange } from '../../platform/audit/record-change.ts';
import type { AreaStore } from '../../platform/ports.ts';
import type { OAuthPorts } from './store.ts';

/**
 * Ends a connection with its tokens, and records it in the audit log.
 * @param context principal of the change. Default: the application, on behalf of the member who has connected it.
 * @param userId member to whom the connection must belong. Default: any member.
 * @returns whether an active connection was ended
 */
export function revokeConnection(
  store: AreaStore<OAuthPorts>,
  id: string,
  context?: AuditContext,
  userId?: string,
): Promise<boolean> {
  return store.transaction(async (operations) => {
    const connection = await operations.connections.find(id);
    if (!connection || (userId !== undefined && connection.userId !== userId)) return false;
    const project = (await operations.accounts.projects()).find((each) => each.id === connection.projectId);
    const application: AuditContext = {
      actor: { kind: 'member', userId: connection.userId, keyId: id },
      requestId: `application-${randomUUID()}`,
    };
    return recordChange(operations, context ?? application, { action: 'connection.revoke', project, target: id }, () =>
      operations.connections.revoke(id),
    );
  });
}
