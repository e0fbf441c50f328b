import type { Store } from '../database/store.ts';
import { HttpError } from '../errors/errors.ts';
import type { GaugeSource } from '../observe/metrics.ts';
import { getDayOfMinute, getMinute, MINUTES_PER_DAY } from '../time/minutes.ts';
import { ByteQuota } from './byte-quota.ts';
import { formatBytes } from './format-bytes.ts';
import type { UsagePorts } from './usage.ts';

/** Maximum numbers of bytes. A quota that is undefined does not apply. */
export interface QuotaLimits {
  /** Total size of the bodies of successful writes that one key may send on one UTC day. */
  readonly keyDay?: number | undefined;
  /** Size of the logs and context items of one project. */
  readonly project?: number | undefined;
  /** Size of the database. */
  readonly database?: number | undefined;
}

type QuotaName = keyof QuotaLimits;
const QUOTA_NAMES = ['keyDay', 'project', 'database'] as const;
/** The settings of `serve` that define the quotas. */
const QUOTA_SETTINGS = {
  keyDay: '--max-key-bytes-per-day',
  project: '--max-project-size',
  database: '--max-database-size',
} as const satisfies Record<QuotaName, string>;
const METRIC_LABELS = {
  keyDay: 'key-day',
  project: 'project',
  database: 'database',
} as const satisfies Record<QuotaName, string>;

export interface QuotaOptions {
  /** Called once per quota, subject and UTC day when the used share of a quota exceeds `WARNING_SHARE`. */
  readonly warn?: (warning: string) => void;
  /** Current time as Unix time in milliseconds. */
  readonly now?: () => number;
  /** Monotonic clock in milliseconds. */
  readonly elapsed?: () => number;
}

/** Share of a quota above which the operator is warned. */
export const WARNING_SHARE = 0.8;
/** Value of `Retry-After` in seconds for an exceeded quota of a project or the database, which only an operator can change. */
const STORAGE_RETRY_AFTER_S = 3_600;
/** Maximum number of quotas that are kept in memory. Beyond the limit, the least recently used one is removed, and measured again when it is needed. */
const MAX_KEPT_QUOTAS = 10_000;
const FLUSH_INTERVAL_MS = 1_000;

interface Subject {
  readonly quota: QuotaName;
  /** Key that is unique among all subjects and days. */
  readonly id: string;
  /** Name for messages, such as `the project pets`. */
  readonly label: string;
  readonly limit: number;
  measure(): Promise<number>;
}

/** A write that is checked against the quotas. */
export interface QuotaRequest {
  readonly keyId: string;
  readonly project: { readonly id: string; readonly slug: string };
  /** Size of the body in bytes. */
  readonly bytes: number;
}

/** Rejects writes that would exceed a quota, and counts the bytes that keys send. */
export class Quotas {
  readonly #store: Store<UsagePorts>;
  readonly #limits: QuotaLimits;
  readonly #warn: (warning: string) => void;
  readonly #now: () => number;
  readonly #elapsed: () => number;
  readonly #quotas = new Map<string, ByteQuota>();
  readonly #warned = new Set<string>();
  /** Bytes by key and day that are not stored yet. */
  #unstored = new Map<string, { keyId: string; day: number; bytes: number }>();
  #storing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  readonly #rejections: Record<QuotaName, number> = { keyDay: 0, project: 0, database: 0 };

  constructor(
    store: Store<UsagePorts>,
    limits: QuotaLimits,
    { warn = () => undefined, now = Date.now, elapsed = () => performance.now() }: QuotaOptions = {},
  ) {
    this.#store = store;
    this.#limits = limits;
    this.#warn = warn;
    this.#now = now;
    this.#elapsed = elapsed;
  }

  /** Whether any quota applies. */
  get isLimiting(): boolean {
    return Object.values(this.#limits).some((limit) => limit !== undefined);
  }

  /** Gauges of the used quotas. */
  get gauges(): GaugeSource[] {
    const names = QUOTA_NAMES.filter((name) => this.#limits[name] !== undefined);
    const byName = (read: (name: QuotaName) => number) =>
      new Map(names.map((name) => [METRIC_LABELS[name], read(name)] as const));
    return [
      {
        name: 'quota_used_ratio',
        help: 'Highest used share of each quota, among the keys and projects with recent writes in this process',
        label: 'quota',
        read: () => byName((name) => this.#getUsedShare(name)),
      },
      {
        name: 'quota_rejections_total',
        help: 'Number of writes that were rejected because of each quota',
        label: 'quota',
        read: () => byName((name) => this.#rejections[name]),
      },
    ];
  }

  #getUsedShare(name: QuotaName): number {
    const quotas = [...this.#quotas].filter(([id]) => id.startsWith(`${name} `)).map(([, quota]) => quota);
    return quotas.reduce((highest, { usedBytes, limit }) => Math.max(highest, usedBytes / limit), 0);
  }

  /**
   * Runs a write if its bytes fit into all quotas.
   * @param write resolves to whether the data was stored
   * @throws HttpError
   */
  async admit(request: QuotaRequest, write: () => Promise<boolean>): Promise<void> {
    const { keyId, bytes } = request;
    const day = getDayOfMinute(getMinute(this.#now()));
    const reservedQuotas: ByteQuota[] = [];
    let isStored = false;
    try {
      for (const subject of this.#getSubjects(request, day)) {
        const quota = this.#getQuota(subject);
        if (!(await quota.reserve(bytes))) throw this.#createError(subject, quota, bytes);
        reservedQuotas.push(quota);
        this.#warnOnce(subject, quota, day);
      }
      isStored = await write();
    } finally {
      for (const quota of reservedQuotas) quota.release(bytes, isStored ? bytes : 0);
      if (isStored && this.#limits.keyDay !== undefined) this.#countKeyBytes(keyId, day, bytes);
    }
  }

  /** Stores the bytes that are counted in memory. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#storeKeyBytes();
  }

  #getSubjects({ keyId, project }: QuotaRequest, day: number): Subject[] {
    const { keyDay, project: projectBytes, database } = this.#limits;
    const subjects: Subject[] = [];
    const add = (quota: QuotaName, limit: number | undefined, subject: Omit<Subject, 'quota' | 'limit'>) => {
      if (limit !== undefined) subjects.push({ ...subject, quota, limit });
    };
    add('keyDay', keyDay, {
      id: `keyDay ${day} ${keyId}`,
      label: `the key ${keyId}`,
      measure: async () => {
        await this.#storeKeyBytes();
        return this.#store.usage.keyBytes(keyId, day);
      },
    });
    add('project', projectBytes, {
      id: `project ${project.id}`,
      label: `the project ${project.slug}`,
      measure: () => this.#store.usage.projectBytes(project.id),
    });
    add('database', database, { id: 'database ', label: 'the database', measure: () => this.#store.size() });
    return subjects;
  }

  #getQuota({ id, limit, measure }: Subject): ByteQuota {
    const quota = this.#quotas.get(id) ?? new ByteQuota({ limit, measure, now: this.#elapsed });
    // The quota moves to the end of the map; the first entry is the least recently used one.
    this.#quotas.delete(id);
    this.#quotas.set(id, quota);
    const [oldest] = this.#quotas.keys();
    if (this.#quotas.size > MAX_KEPT_QUOTAS && oldest !== undefined) this.#quotas.delete(oldest);
    return quota;
  }

  #warnOnce({ quota: name, id, label, limit }: Subject, quota: ByteQuota, day: number): void {
    const { usedBytes } = quota;
    if (usedBytes < WARNING_SHARE * limit) return;
    const warningId = `${day} ${id}`;
    if (this.#warned.has(warningId)) return;
    if (this.#warned.size >= MAX_KEPT_QUOTAS) this.#warned.clear();
    this.#warned.add(warningId);
    const share = Math.floor((100 * usedBytes) / limit);
    this.#warn(
      `${label} has used ${share} % of its quota of ${formatBytes(limit)}${name === 'keyDay' ? ' for this UTC day' : ''} (${QUOTA_SETTINGS[name]}); writes beyond it are rejected`,
    );
  }

  #createError({ quota: name, label, limit }: Subject, { usedBytes }: ByteQuota, bytes: number): HttpError {
    this.#rejections[name] += 1;
    const secondsOfDay = MINUTES_PER_DAY * 60;
    const wait =
      name === 'keyDay' ? secondsOfDay - (Math.floor(this.#now() / 1_000) % secondsOfDay) : STORAGE_RETRY_AFTER_S;
    const period = name === 'keyDay' ? 'on this UTC day' : 'in all';
    const fix =
      name === 'keyDay'
        ? `try again in ${wait} s, or ask the operator to raise ${QUOTA_SETTINGS[name]}`
        : `ask the operator to delete data or to raise ${QUOTA_SETTINGS[name]}`;
    return new HttpError(
      'quota_exceeded',
      `This write of ${formatBytes(bytes)} would exceed the quota of ${label}: at most ${formatBytes(limit)} ${period}, of which ${formatBytes(usedBytes)} are used; ${fix}`,
      { headers: { 'retry-after': String(wait) } },
    );
  }

  #countKeyBytes(keyId: string, day: number, bytes: number): void {
    const id = `${day} ${keyId}`;
    this.#unstored.set(id, { keyId, day, bytes: (this.#unstored.get(id)?.bytes ?? 0) + bytes });
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      // A failure is not reported here, because the bytes are stored with the next write.
      void this.#storeKeyBytes().catch(() => undefined);
    }, FLUSH_INTERVAL_MS).unref();
  }

  #storeKeyBytes(): Promise<void> {
    this.#storing = this.#storing.catch(() => undefined).then(() => this.#storeUnstored());
    return this.#storing;
  }

  async #storeUnstored(): Promise<void> {
    const addedBytes = this.#unstored;
    if (addedBytes.size === 0) return;
    this.#unstored = new Map();
    try {
      await this.#store.usage.addKeyBytes([...addedBytes.values()]);
    } catch (error) {
      for (const [id, { bytes, ...key }] of addedBytes) {
        this.#unstored.set(id, { ...key, bytes: bytes + (this.#unstored.get(id)?.bytes ?? 0) });
      }
      throw error;
    }
  }
}
