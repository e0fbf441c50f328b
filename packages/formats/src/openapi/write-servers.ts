import { getProperty, listAt } from '@context-sync/openapi';
import { formatAddress, formatCode, formatCodes, prefixLines } from './inline-markdown.ts';
import { entriesAt, textAt, textsAt } from './json-value.ts';
import type { SectionSheet } from './section-writer.ts';

/** Writes the servers of the API, or the servers with which an operation overrides them. */
export function writeServers(sheet: SectionSheet, holder: unknown, label: string): void {
  const servers = listAt(holder, 'servers');
  if (servers.length === 0) return;
  sheet.paragraph(`**${label}**`);
  for (const server of servers) {
    if (sheet.full) break;
    const notes = [textAt(server, 'name'), textAt(server, 'description')].filter(Boolean).join(': ');
    sheet.line(`- ${formatAddress(textAt(server, 'url') || '/')}${prefixLines(' – ', notes)}`);
    for (const [name, variable] of entriesAt(server, 'variables')) {
      if (sheet.full) break;
      const options = textsAt(variable, 'enum');
      const words = [
        ...(options.length > 0 ? [`one of ${formatCodes(options)}`] : []),
        ...(getProperty(variable, 'default') === undefined
          ? []
          : [`default ${formatCode(textAt(variable, 'default'))}`]),
      ];
      sheet.line(
        `  - ${formatCode(name)}${words.length > 0 ? ` (${words.join(', ')})` : ''}${prefixLines(': ', textAt(variable, 'description'))}`,
      );
    }
  }
  sheet.blank();
}
