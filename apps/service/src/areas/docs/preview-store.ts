import type { OutlineEntry } from './store.ts';

/** Maximum number of previews of a project. A new preview replaces the oldest one. */
export const MAX_PREVIEWS = 20;
/** Lifetime of a preview in milliseconds. */
export const PREVIEW_TTL_MS = 14 * 86_400_000;

/** A page of a preview. */
export interface PreviewPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly public: boolean;
  readonly order: number;
  /** Sanitized HTML. `PORTAL_MARK` is a placeholder for the URL path of the preview. */
  readonly html: string;
  readonly outline: readonly OutlineEntry[];
}

/** Pages that are rendered before they are published. Only people who received the URL know it. */
export interface DocsPreview {
  readonly hash: string;
  readonly pages: readonly PreviewPage[];
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface DocsPreviews {
  /** Returns a preview that has not expired. */
  get(projectId: string, hash: string): Promise<DocsPreview | undefined>;
  /** Stores a preview, and deletes the oldest ones beyond `MAX_PREVIEWS`. If an equal preview exists, extends its expiry time instead. */
  put(
    projectId: string,
    hash: string,
    pages: readonly PreviewPage[],
  ): Promise<{ readonly preview: DocsPreview; readonly isNew: boolean }>;
  /** Deletes up to `limit` previews that have expired. @returns the number of deleted previews */
  prune(now: number, limit: number): Promise<number>;
}

/** The port for previews. */
export interface DocsPreviewPorts {
  readonly docsPreviews: DocsPreviews;
}
