import { isUtf8 } from 'node:buffer';

/** Decodes a document as UTF-16 if it starts with a UTF-16 byte order mark, and as UTF-8 otherwise. */
export function decodeDocument(bytes: Buffer): { text: string; problem?: string } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes) };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes) };
  const text = bytes.toString('utf8');
  return isUtf8(bytes)
    ? { text }
    : { text, problem: 'contains bytes that are not valid UTF-8; they are replaced with \ufffd' };
}

/** Returns whether a file contains only a pointer to its content in Git LFS. */
export function isLfsPointer(text: string): boolean {
  return text.startsWith('version https://git-lfs.github.com/spec/');
}
