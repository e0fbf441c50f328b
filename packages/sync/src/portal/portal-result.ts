import type { PortalChange } from './portal-plan.ts';

/** A change of the portal that failed. The next run tries it again. */
export interface PortalFailure {
  /** Path of the page or file; undefined for the settings. */
  readonly path: string | undefined;
  readonly error: Error;
}

/** A warning about the portal. */
export interface PortalWarning {
  /** Path of the page; undefined for the settings. */
  readonly path: string | undefined;
  readonly message: string;
}

/** The results of a run for the portal. */
export interface PortalResult {
  readonly done: readonly PortalChange[];
  readonly failures: readonly PortalFailure[];
  readonly warnings: readonly PortalWarning[];
  readonly isNavigationSent: boolean;
  /** Whether the portal is published, so that readers see its pages; undefined if the settings were not read. */
  readonly published?: boolean | undefined;
}

/** Adds the results of a later round or step. */
export function addPortalResult(
  one: PortalResult | undefined,
  other: PortalResult | undefined,
): PortalResult | undefined {
  if (!one || !other) return one ?? other;
  return {
    done: [...one.done, ...other.done],
    failures: other.failures,
    warnings: [...one.warnings, ...other.warnings],
    isNavigationSent: one.isNavigationSent || other.isNavigationSent,
    published: other.published ?? one.published,
  };
}
