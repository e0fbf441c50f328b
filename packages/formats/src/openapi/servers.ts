import { listAt, property } from '@context-sync/openapi';
import { address, after, code, codes } from './inline-markdown.ts';
import type { Sheet } from './section-writer.ts';
import { entriesAt, textAt, textsAt } from './value.ts';

/** Writes the servers of the API, or the servers with which an operation overrides them. */
export function writeServers(sheet: Sheet, holder: unknown, label: string): void {
  const servers = listAt(holder, 'servers');
  if (servers.length === 0) return;
  sheet.paragraph(`**${label}**`);
  for (const server of servers) {
    if (sheet.full) break;
    const notes = [textAt(server, 'name'), textAt(server, 'description')].filter(Boolean).join(': ');
    sheet.line(`- ${address(textAt(server, 'url') || '/')}${after(' – ', notes)}`);
    for (const [name, variable] of entriesAt(server, 'variables')) {
      if (sheet.full) break;
      const options = textsAt(variable, 'enum');
      const words = [
        ...(options.length > 0 ? [`one of ${codes(options)}`] : []),
        ...(property(variable, 'default') === undefined ? [] : [`default ${code(textAt(variable, 'default'))}`]),
      ];
      sheet.line(
        `  - ${code(name)}${words.length > 0 ? ` (${words.join(', ')})` : ''}${after(': ', textAt(variable, 'description'))}`,
      );
    }
  }
  sheet.blank();
}
