import { getProperty, listAt } from '@context-sync/openapi';
import { formatAddress, formatCode, formatCodes, prefixLines } from './inline-markdown.ts';
import { getEntriesAt, getTextAt, getTextsAt } from './json-value.ts';
import type { SectionSheet } from './section-writer.ts';

/** Writes the servers of the API, or the servers with which an operation overrides them. */
export function writeServers(sheet: SectionSheet, holder: unknown, label: string): void {
  const servers = listAt(holder, 'servers');
  if (servers.length === 0) return;
  sheet.paragraph(`**${label}**`);
  for (const server of servers) {
    if (sheet.full) break;
    const notes = [getTextAt(server, 'name'), getTextAt(server, 'description')].filter(Boolean).join(': ');
    sheet.line(`- ${formatAddress(getTextAt(server, 'url') || '/')}${prefixLines(' – ', notes)}`);
    for (const [name, variable] of getEntriesAt(server, 'variables')) {
      if (sheet.full) break;
      const options = getTextsAt(variable, 'enum');
      const words = [
        ...(options.length > 0 ? [`one of ${formatCodes(options)}`] : []),
        ...(getProperty(variable, 'default') === undefined
          ? []
          : [`default ${formatCode(getTextAt(variable, 'default'))}`]),
      ];
      sheet.line(
        `  - ${formatCode(name)}${words.length > 0 ? ` (${words.join(', ')})` : ''}${prefixLines(': ', getTextAt(variable, 'description'))}`,
      );
    }
  }
  sheet.blank();
}
