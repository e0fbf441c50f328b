import type { AccessPorts, ListedKey } from '../access/accounts.ts';
import { isExpiringSoon } from '../access/key-lifetime.ts';
import type { ClockPorts } from '../database/clock.ts';
import { repeatJob } from '../database/repeat-job.ts';
import type { Store } from '../database/store.ts';

const DAY_MS = 86_400_000;

/** Returns the active keys that expire soon and have not been rotated. */
export async function listExpiringKeys(
  { accounts }: Pick<Store<AccessPorts>, 'accounts'>,
  now = Date.now(),
): Promise<ListedKey[]> {
  return (await accounts.keys()).filter((key) => isExpiringSoon(key, now));
}

/**
 * Warns of the keys that expire soon, immediately and then once a day, until the signal is aborted. Of several processes of a database, one warns. A
 * warning contains the id of the key, but no email address.
 */
export function keepReportingKeys(
  store: Store<AccessPorts & ClockPorts>,
  warn: (warning: string) => void,
  report: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  return repeatJob({ store, name: 'report expiring keys', intervalMs: DAY_MS, report, signal }, () =>
    listExpiringKeys(store).then((keys) => {
      for (const { id, expiresAt } of keys) warn(`key ${id} expires at ${expiresAt}: replace it with rotate-key ${id}`);
    }, report),
  );
}
