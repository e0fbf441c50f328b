import { pluralize } from '@context-sync/engine/report/report-wording';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { CommandInput } from '../options/command-definition.ts';
import { readVersion } from '../options/version.ts';
import { LiveDocs } from '../serve/live-docs.ts';
import { createDocsServer } from '../serve/mcp-server.ts';

/** Serves the docs over MCP until the client closes standard input. */
export async function run(input: CommandInput): Promise<number> {
  const { terminal } = input;
  const docs = new LiveDocs(input);
  // The docs are read here, so that an error is reported before a client connects.
  const { indexes, skills } = await docs.read();
  const items = [...indexes.values()].reduce((sum, index) => sum + index.items.size, 0);
  terminal.log(
    `Serving ${pluralize(items, 'item')} and ${pluralize(skills.length, 'skill')} over MCP on standard input and output`,
  );
  const inputEnd = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    process.once('SIGINT', resolve).once('SIGTERM', resolve);
  });
  const handle = serveStdio(() => createDocsServer(() => docs.read(), readVersion()), {
    onerror: (error) => terminal.log(`Error: ${error.message}`),
  });
  await inputEnd;
  await handle.close();
  // A signal leaves standard input open, which would keep the process alive.
  process.stdin.unref();
  return 0;
}
