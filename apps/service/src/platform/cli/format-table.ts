import { getElementAt } from '@context-sync/base';
/** Formats rows as lines of aligned columns. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(getElementAt(widths, column)))
      .join('  ')
      .trimEnd(),
  );
}
