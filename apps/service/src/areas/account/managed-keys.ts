import type { Access, ApiKey, Principal } from '../../platform/access/accounts.ts';
import { HttpError } from '../../platform/errors/errors.ts';
import type { AreaStore, PlatformPorts } from '../../platform/ports.ts';

/** Permissions of a key: its kind, and the project to which it is restricted. */
interface KeyRights {
  readonly access: Access;
  /** Slug of the project to which the key is restricted; null if the key is valid for all projects of the owner. */
  readonly project: string | null;
}

/** Returns whether a key allows everything that another key allows, so that it may list, create and revoke that key. */
export function isAllowedBy(managing: KeyRights, { access, project }: KeyRights): boolean {
  if (managing.project !== null && managing.project !== project) return false;
  return managing.access === 'full' || managing.access === access;
}

/** The account that sends a request, with the keys that the request's key may manage. */
export interface ManagedKeys {
  readonly email: string;
  readonly rights: KeyRights;
  readonly keys: readonly ApiKey[];
}

/** Returns the keys of an account that have no more permissions than the key of a request. */
export async function readManagedKeys(
  { accounts }: Pick<AreaStore, 'accounts'> | Pick<PlatformPorts, 'accounts'>,
  { keyId }: Principal,
): Promise<ManagedKeys> {
  const account = await accounts.account(keyId);
  if (!account) throw new Error('the account of an authenticated key does not exist');
  const { email } = account.user;
  const keys = (await accounts.keys(email)).filter((key) => isAllowedBy(account.key, key));
  return { email, rights: account.key, keys: keys.map(({ email: _email, userRevokedAt: _revoked, ...key }) => key) };
}

/** @throws HttpError if a key would have more permissions than the key of the request */
export function checkRights(managing: KeyRights, wantedRights: KeyRights): void {
  if (isAllowedBy(managing, wantedRights)) return;
  throw new HttpError(
    'one_project_key',
    `This API key can access only the project "${managing.project}", and cannot create a key that allows more: send "project": "${managing.project}"`,
  );
}
