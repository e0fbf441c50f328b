/** Characters that are two columns wide. */
export const WIDE_CHARS =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;

/** Returns the width of a line in columns. */
export function measureDisplayWidth(line: string): number {
  return line.length + (line.match(WIDE_CHARS)?.length ?? 0);
}
