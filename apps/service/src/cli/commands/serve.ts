import { startServer } from '../../server.ts';
import { type Command, positive, UsageError } from '../command.ts';

export const serve: Command = {
  name: 'serve',
  takes: [],
  usage: '[--host 127.0.0.1] [--port 8787] [--keep-logs-days N]',
  options: { host: { type: 'string' }, port: { type: 'string' }, 'keep-logs-days': { type: 'string' } },
  async run({ terminal, database, text }) {
    const keepLogsDays = positive('keep-logs-days', text('keep-logs-days'));
    const server = await startServer({
      database,
      host: text('host') ?? '127.0.0.1',
      port: portOf(text('port') ?? '8787'),
      keepLogsDays,
      report: (error) => terminal.error(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    });
    terminal.out(`listening on ${server.url}`);
    await terminal.ended;
    await server.close();
  },
};

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`--port must be a number from 0 to 65535, not "${text}"`);
  return port;
}
