import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';

/** Endings of the files that SQLite creates next to a database. */
const ENDINGS = ['', '-wal', '-shm', '-journal'];

/**
 * Runs work that writes a new file under a temporary name in the same folder. The work renames the file when it is complete; otherwise the file is
 * removed, also if the process exits before the work has ended.
 * @param work called with the temporary name, which no other process uses
 */
export async function writeTemporaryFile<T>(file: string, work: (temporaryFile: string) => Promise<T>): Promise<T> {
  const temporaryFile = `${file}.${randomBytes(4).toString('hex')}.part`;
  const remove = () => {
    for (const ending of ENDINGS) rmSync(`${temporaryFile}${ending}`, { force: true });
  };
  process.once('exit', remove);
  try {
    return await work(temporaryFile);
  } finally {
    process.off('exit', remove);
    remove();
  }
}
