import type { ApiServer } from '@context-sync/openapi';
import { formatAddress, formatCode, formatCodes, prefixLines } from './inline-markdown.ts';
import { cleanText } from './json-value.ts';
import type { SectionWriter } from './section-writer.ts';

/** Writes the servers of the API, or the servers with which an operation overrides them. */
export function writeServers(writer: SectionWriter, servers: readonly ApiServer[], label: string): void {
  if (servers.length === 0) return;
  writer.paragraph(`**${label}**`);
  for (const { url, variables, name = '', description = '' } of servers) {
    if (writer.full) break;
    const notes = [name, description].map(cleanText).filter(Boolean).join(': ');
    writer.line(`- ${formatAddress(cleanText(url))}${prefixLines(' – ', notes)}`);
    for (const variable of variables) {
      if (writer.full) break;
      const options = variable.enum?.map(cleanText) ?? [];
      const words = [
        ...(options.length > 0 ? [`one of ${formatCodes(options)}`] : []),
        ...(variable.default === undefined ? [] : [`default ${formatCode(cleanText(variable.default))}`]),
      ];
      writer.line(
        `  - ${formatCode(variable.name)}${words.length > 0 ? ` (${words.join(', ')})` : ''}${prefixLines(': ', cleanText(variable.description ?? ''))}`,
      );
    }
  }
  writer.blank();
}
