/** The type of a file, which is determined by its content. */
export interface AssetType {
  readonly mediaType: string;
  /** Whether browsers may display the file directly. Files of other types are downloaded; images of these types can still be embedded in pages. */
  readonly isShown: boolean;
}

/** The first bytes of files, by their media types (WHATWG MIME Sniffing, section 6). `null` matches any byte. */
const SIGNATURES: readonly (readonly [mediaType: string, bytes: readonly (number | null)[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
  ['image/webp', [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
  ['image/avif', [null, null, null, null, 0x66, 0x74, 0x79, 0x70, 0x61, 0x76, 0x69, 0x66]],
  ['image/x-icon', [0x00, 0x00, 0x01, 0x00]],
];
const DOWNLOADED_SIGNATURES: typeof SIGNATURES = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['application/zip', [0x50, 0x4b, 0x03, 0x04]],
  ['application/gzip', [0x1f, 0x8b, 0x08]],
];
/** Number of characters at the start of an SVG image in which the root element is searched. */
const MAX_SVG_PROLOG = 4_096;

/**
 * Returns the type of a file by its content, never by its name, so that browsers do not execute a file as another type. SVG images can contain
 * scripts, so they are only embedded in pages, where browsers do not run the scripts.
 */
export function detectAssetType(bytes: Uint8Array): AssetType {
  const match = (signatures: typeof SIGNATURES) =>
    signatures.find(([, signature]) => signature.every((byte, index) => byte === null || byte === bytes[index]))?.[0];
  const image = match(SIGNATURES);
  if (image !== undefined) return { mediaType: image, isShown: true };
  const download = match(DOWNLOADED_SIGNATURES);
  if (download !== undefined) return { mediaType: download, isShown: false };
  return { mediaType: detectTextType(bytes), isShown: false };
}

function detectTextType(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return 'application/octet-stream';
  }
  if (text.includes('\0')) return 'application/octet-stream';
  const start = text.slice(0, MAX_SVG_PROLOG).replaceAll(/<!--[\s\S]*?-->/g, '');
  const isSvg = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i.test(start);
  return isSvg ? 'image/svg+xml' : 'text/plain; charset=utf-8';
}
