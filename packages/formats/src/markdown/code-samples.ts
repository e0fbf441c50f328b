const OPENING =
  /^([ \t]*)(?:\{%-?[ \t]*highlight[ \t]+([\w+#-]+)?.*%\}|\{\{[<%][ \t]*highlight[ \t]+"?([\w+#-]+)?.*[%>]\}\})[ \t]*$/;
const CLOSING = /^[ \t]*(?:\{%-?[ \t]*endhighlight\b.*%\}|\{\{[<%][ \t]*\/[ \t]*highlight\b.*[%>]\}\})[ \t]*$/;
const FENCE = /^[ \t]*(`{3,}|~{3,})/;
/** Maximum distance between the opening of a tag and its name, in characters. */
const MAX_NAME_DISTANCE = 100;
/** Maximum length of a line that is parsed, in characters. */
const MAX_LINE_LENGTH = 1_000;

/**
 * Converts code blocks of Jekyll and Hugo, `{% highlight js %}` … `{% endhighlight %}`, to fences, so that `# comments` in them are not
 * parsed as headings. Leaves unclosed blocks unchanged and preserves the number of lines.
 */
export function withFences(text: string): string {
  if (!hasHighlightTag(text)) return text;
  const lines = text.split('\n');
  let fence = '';
  let from = -1;
  let language = '';
  for (let line = 0; line < lines.length; line += 1) {
    const text = lines[line] ?? '';
    if (text.length > MAX_LINE_LENGTH) continue;
    if (from >= 0) {
      if (!CLOSING.test(text)) continue;
      const indent = /^[ \t]*/.exec(lines[from] ?? '')?.[0] ?? '';
      const mark = longerFence(lines, from + 1, line);
      lines[from] = `${indent}${mark}${language}`;
      lines[line] = `${indent}${mark}`;
      from = -1;
      continue;
    }
    const mark = FENCE.exec(text)?.[1];
    if (fence !== '') {
      if (mark?.startsWith(fence) && text.trim() === mark) fence = '';
    } else if (mark !== undefined) fence = mark;
    else {
      const opening = OPENING.exec(text);
      if (!opening) continue;
      from = line;
      language = opening[2] ?? opening[3] ?? '';
    }
  }
  return lines.join('\n');
}

/** Returns whether the text contains a `highlight` tag. */
function hasHighlightTag(text: string): boolean {
  for (const mark of ['{%', '{{<', '{{%']) {
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 2))
      if (/^-?[ \t]*highlight/.test(text.slice(at + mark.length, at + MAX_NAME_DISTANCE))) return true;
  }
  return false;
}

/** Returns a fence that is longer than any fence in the lines. */
function longerFence(lines: readonly string[], from: number, to: number): string {
  let length = 3;
  for (let line = from; line < to; line += 1)
    length = Math.max(length, (FENCE.exec(lines[line] ?? '')?.[1]?.length ?? 0) + 1);
  return '`'.repeat(length);
}
