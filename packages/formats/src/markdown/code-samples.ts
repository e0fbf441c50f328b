const OPENING =
  /^([ \t]*)(?:\{%-?[ \t]*highlight[ \t]+([\w+#-]+)?.*%\}|\{\{[<%][ \t]*highlight[ \t]+"?([\w+#-]+)?.*[%>]\}\})[ \t]*$/;
const CLOSING = /^[ \t]*(?:\{%-?[ \t]*endhighlight\b.*%\}|\{\{[<%][ \t]*\/[ \t]*highlight\b.*[%>]\}\})[ \t]*$/;
const FENCE = /^[ \t]*(`{3,}|~{3,})/;
/** How far behind the mark of a tag its name is looked for. */
const NEAR = 100;
/** Longest line that is looked at. */
const LIMIT = 1_000;

/**
 * Turns the code blocks of Jekyll and Hugo, `{% highlight js %}` … `{% endhighlight %}`, into fences, before `# comments` in them are taken for
 * headings. Those that are never closed stay as they are. There are as many lines as before.
 */
export function withFences(text: string): string {
  if (!mayHold(text)) return text;
  const lines = text.split('\n');
  let fence = '';
  let from = -1;
  let language = '';
  for (let line = 0; line < lines.length; line += 1) {
    const own = lines[line] ?? '';
    if (own.length > LIMIT) continue;
    if (from >= 0) {
      if (!CLOSING.test(own)) continue;
      const indent = /^[ \t]*/.exec(lines[from] ?? '')?.[0] ?? '';
      const mark = markFor(lines, from + 1, line);
      lines[from] = `${indent}${mark}${language}`;
      lines[line] = `${indent}${mark}`;
      from = -1;
      continue;
    }
    const mark = FENCE.exec(own)?.[1];
    if (fence !== '') {
      if (mark?.startsWith(fence) && own.trim() === mark) fence = '';
    } else if (mark !== undefined) fence = mark;
    else {
      const opening = OPENING.exec(own);
      if (!opening) continue;
      from = line;
      language = opening[2] ?? opening[3] ?? '';
    }
  }
  return lines.join('\n');
}

/** Whether there is a tag of that name at all. */
function mayHold(text: string): boolean {
  for (const mark of ['{%', '{{<', '{{%']) {
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 2))
      if (/^-?[ \t]*highlight/.test(text.slice(at + mark.length, at + NEAR))) return true;
  }
  return false;
}

/** A mark that is longer than any in the lines. */
function markFor(lines: readonly string[], from: number, to: number): string {
  let length = 3;
  for (let line = from; line < to; line += 1)
    length = Math.max(length, (FENCE.exec(lines[line] ?? '')?.[1]?.length ?? 0) + 1);
  return '`'.repeat(length);
}
