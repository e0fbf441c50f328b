const COLUMN_PATTERN = /^(?:(\d{1,5})\*)?[<^>]?(?:\.[<^>])?(?:\d{1,5}%?|~)?([adehlmsv])?$/;
const MAX_COLUMNS = 1_000;

/** Returns the style letter of each column in `cols`, or an empty string for a column without a style. Undefined if `cols` is empty. */
export function parseColumnStyles(cols: string | undefined): string[] | undefined {
  const columnList = cols?.replaceAll(/\s/g, '') ?? '';
  if (columnList === '') return undefined;
  if (/^\d{1,4}$/.test(columnList)) return Array.from({ length: clampCount(Number(columnList)) }, () => '');
  const styles: string[] = [];
  for (const part of columnList.split(/[,;]/, MAX_COLUMNS)) {
    const match = COLUMN_PATTERN.exec(part);
    const copies = clampCount(Number(match?.[1] ?? 1));
    for (let copy = 0; copy < copies && styles.length < MAX_COLUMNS; copy += 1) styles.push(match?.[2] ?? '');
  }
  return styles;
}

function clampCount(count: number): number {
  return Math.min(Math.max(count, 1), MAX_COLUMNS);
}
