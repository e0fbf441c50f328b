import { readBackupFile, writeBackupFile } from '../../store/backup/file.ts';
import { pruneLogs } from '../../store/retention.ts';
import { type Command, positive, UsageError } from '../command.ts';

export const dataCommands: readonly Command[] = [
  {
    name: 'backup',
    takes: ['FILE'],
    usage: 'FILE                        while the service runs, from either database',
    run: ({ terminal, names: [file = ''], withStore }) =>
      withStore(async ({ backup }) => terminal.out(`${await writeBackupFile(backup, file)} rows in ${file}`)),
  },
  {
    name: 'restore',
    takes: ['FILE'],
    createsDatabase: true,
    usage: 'FILE                       into an empty database of either kind',
    run: ({ terminal, names: [file = ''], withStore }) =>
      withStore(async ({ backup }) => terminal.out(`${await backup.restore(readBackupFile(file))} rows from ${file}`)),
  },
  {
    name: 'prune-logs',
    takes: [],
    usage: '--keep-logs-days N       deletes older ones',
    options: { 'keep-logs-days': { type: 'string' } },
    async run({ terminal, text, withStore }) {
      const days = positive('keep-logs-days', text('keep-logs-days'));
      if (days === undefined) throw new UsageError('prune-logs needs --keep-logs-days N');
      await withStore(async (store) => terminal.out(`logs deleted: ${await pruneLogs(store, days)}`));
    },
  },
];
