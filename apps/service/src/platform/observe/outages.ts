import type { CheckedDatabase } from '../database/store.ts';
import { StoreUnavailableError } from '../database/store-unavailable-error.ts';

/** Minimum time between two reports of an outage in milliseconds. */
const REPORT_INTERVAL_MS = 60_000;
/** Time between two checks of whether an outage has ended, in milliseconds. */
const CHECK_INTERVAL_MS = 10_000;

export interface OutageReport {
  readonly level: 'error' | 'info';
  readonly message: string;
}

/** An outage that has not ended yet. */
interface Outage {
  readonly startedAt: number;
  reportedAt: number;
  lastMessage: string;
  /** Number of failures since the start, since the last report, and since the last check. */
  totalCount: number;
  unreportedCount: number;
  uncheckedCount: number;
  readonly timer: NodeJS.Timeout;
}

/**
 * Reports the outages of one database: when an outage begins, at most once per minute while it lasts, and when it ends. It has ended if the database
 * can be used and no operation has failed for ten seconds.
 */
class DatabaseOutages {
  readonly #write: (report: OutageReport) => void;
  readonly #getDatabase: () => CheckedDatabase | undefined;
  #outage: Outage | undefined;
  #isChecking = false;

  constructor(write: (report: OutageReport) => void, getDatabase: () => CheckedDatabase | undefined) {
    this.#write = write;
    this.#getDatabase = getDatabase;
  }

  report({ message }: StoreUnavailableError): void {
    const outage = this.#outage;
    if (!outage) {
      this.#start(message);
      return;
    }
    outage.lastMessage = message;
    outage.totalCount += 1;
    outage.unreportedCount += 1;
    outage.uncheckedCount += 1;
  }

  /** Reports the failures that have not been reported yet. */
  close(): void {
    if (!this.#outage) return;
    clearInterval(this.#outage.timer);
    this.#reportCount(this.#outage);
    this.#outage = undefined;
  }

  #start(message: string): void {
    const now = performance.now();
    // The timer must not keep the process alive, because `close` writes the pending counts.
    const timer = setInterval(() => void this.#check(), CHECK_INTERVAL_MS).unref();
    const counts = { totalCount: 1, unreportedCount: 0, uncheckedCount: 0 };
    this.#outage = { startedAt: now, reportedAt: now, lastMessage: message, ...counts, timer };
    this.#write({ level: 'error', message });
  }

  async #check(): Promise<void> {
    const outage = this.#outage;
    if (!outage) return;
    if (performance.now() - outage.reportedAt >= REPORT_INTERVAL_MS) this.#reportCount(outage);
    const isQuiet = outage.uncheckedCount === 0;
    outage.uncheckedCount = 0;
    if (!isQuiet || this.#isChecking) return;
    this.#isChecking = true;
    const database = this.#getDatabase();
    const isAvailable = await (database?.check() ?? Promise.resolve()).then(
      () => true,
      () => false,
    );
    this.#isChecking = false;
    if (isAvailable && outage === this.#outage && outage.uncheckedCount === 0) this.#end(outage, database);
  }

  #reportCount(outage: Outage): void {
    if (outage.unreportedCount === 0) return;
    const message = `${outage.lastMessage} (${outage.unreportedCount} × since the last report)`;
    outage.reportedAt = performance.now();
    outage.unreportedCount = 0;
    this.#write({ level: 'error', message });
  }

  #end({ timer, startedAt, totalCount }: Outage, database: CheckedDatabase | undefined): void {
    clearInterval(timer);
    this.#outage = undefined;
    const name = database === undefined ? 'database' : `${database.name} database`;
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    const failures = totalCount === 1 ? '1 operation' : `${totalCount} operations`;
    this.#write({ level: 'info', message: `The ${name} is available again after ${seconds} s; ${failures} failed` });
  }
}

/** Reports the outages of the service's database and of the database of the logs. Each can fail without the other. */
export class Outages {
  readonly #own: DatabaseOutages;
  readonly #external: DatabaseOutages;
  #databases: readonly CheckedDatabase[] = [];

  constructor(write: (report: OutageReport) => void) {
    this.#own = new DatabaseOutages(write, () => this.#databases[0]);
    this.#external = new DatabaseOutages(write, () => this.#databases[1]);
  }

  /** Sets the databases that are checked before the end of an outage is reported: the service's database, and the one of the logs. */
  setDatabases(databases: readonly CheckedDatabase[]): void {
    this.#databases = databases;
  }

  /** Reports an error. @returns false if the error is not a failure of a database */
  report(error: unknown): boolean {
    if (!(error instanceof StoreUnavailableError) || error.isCanceled) return false;
    (error.isExternal ? this.#external : this.#own).report(error);
    return true;
  }

  close(): void {
    this.#own.close();
    this.#external.close();
  }
}
