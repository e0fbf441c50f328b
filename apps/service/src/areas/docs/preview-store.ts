import type { OutlineEntry } from './store.ts';

/** Maximum number of previews of a project. A new one replaces the oldest one. */
export const MAX_PREVIEWS = 20;
/** Time in milliseconds for which a preview can be read. */
export const PREVIEW_TTL_MS = 14 * 86_400_000;

/** A page of a preview. */
export interface PreviewPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly public: boolean;
  readonly order: number;
  /** Sanitized HTML. `PORTAL_MARK` stands for the address of the preview. */
  readonly html: string;
  readonly outline: readonly OutlineEntry[];
}

/** Pages that are shown before they are published, at an address that only people who received it know. */
export interface DocsPreview {
  readonly hash: string;
  readonly pages: readonly PreviewPage[];
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface DocsPreviews {
  /** Returns a preview that has not expired. */
  get(projectId: string, hash: string): Promise<DocsPreview | undefined>;
  /** Stores a preview, and deletes the oldest ones beyond `MAX_PREVIEWS`. Extends the expiry time of an equal preview. */
  put(
    projectId: string,
    hash: string,
    pages: readonly PreviewPage[],
  ): Promise<{ readonly preview: DocsPreview; readonly isNew: boolean }>;
  /** Deletes up to `limit` previews that have expired. @returns the number of deleted previews */
  prune(now: number, limit: number): Promise<number>;
}

/** The port of previews. */
export interface DocsPreviewPorts {
  readonly docsPreviews: DocsPreviews;
}
