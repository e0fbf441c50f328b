import { dirname, resolve } from 'node:path';
import { getErrorCode, getErrorMessage } from '@context-sync/base';

/**
 * Returns the reason why a file cannot be used, and the fix.
 * @param access whether the file was opened to read it, or to create or change it
 */
export function describeFileError(error: unknown, file: string, access: 'read' | 'write'): string {
  const path = resolve(file);
  switch (getErrorCode(error)) {
    case 'ENOENT':
      return access === 'read'
        ? `there is no file ${path}. Check the path`
        : `there is no folder ${dirname(path)}. Create it, or use another path`;
    case 'EACCES':
    case 'EPERM':
      return access === 'read'
        ? `this user may not read ${path}. Allow it, or run the command as the owner of the file`
        : `this user may not write ${path}. Allow it for the file and its folder, or run the command as the owner of the folder`;
    case 'EISDIR':
      return `${path} is a folder. Give the path of a file`;
    case 'ENOTDIR':
      return `${dirname(path)} is not a folder. Use another path`;
    case 'EROFS':
      return `the file system of ${path} is read-only. Use a path on a file system that can be written`;
    case 'ENOSPC':
      return `the disk of ${path} is full. Free space, or use another path`;
    case 'ENAMETOOLONG':
      return 'the name of the file is too long. Use a shorter path';
    default:
      return getErrorMessage(error);
  }
}
