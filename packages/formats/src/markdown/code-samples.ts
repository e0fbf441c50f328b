import { getElementAt } from '@context-sync/base';

const LIQUID_PATTERN = /^([ \t]*)\{%-?[ \t]*(highlight)\b(.*)%\}[ \t]*$/;
const HUGO_PATTERN = /^([ \t]*)\{\{(?:[<%][ \t]*(?=h)|<[ \t]*)(highlight|code-toggle|tab)\b(.*)[%>]\}\}[ \t]*$/;
const CLOSING_CODE_TAG =
  /^[ \t]*(?:\{%-?[ \t]*end|\{\{[<%][ \t]*\/[ \t]*)(highlight|code-toggle|tab)\b.*[%>]?\}[ \t]*$/;
/** Matches the start or end of a tab pane of Docsy. Its tabs contain code, unless the pane or the tab has `text=true`. */
const PANE_PATTERN = /\{\{[<%][ \t]*(\/?)[ \t]*tabpane\b(.*)[%>]\}\}/;
const LANGUAGE_PATTERN = /\blang\s*=\s*"?([\w+#-]+)/;
const TITLE_PATTERN = /\b(?:header|title|file)\s*=\s*(?:"([^"`]*)"|([^\s"`]+))/;
/** Matches the title of a tab that is its first argument. */
const FIRST_ARGUMENT = /^[ \t]*(?:"([^"`]*)"|([^\s"`=]+)(?![^\s]*=))/;
const TEXT_ATTRIBUTE = /\btext\s*=\s*"?true/;
const FENCE_PATTERN = /^[ \t]*(`{3,}|~{3,})/;
/** Language of the tabs in a pane that has none. */
const TEXT_LANGUAGE = 'text';
/** Maximum distance between the opening of a tag and its name, in characters. */
const MAX_NAME_DISTANCE = 100;
/** Maximum length of a line that is parsed, in characters. */
const MAX_LINE_LENGTH = 1_000;

interface CodeTag {
  readonly name: string;
  readonly line: number;
  readonly indent: string;
  /** Language and title for the fence; undefined until the content is known. */
  readonly info: string | undefined;
}

/**
 * Converts code blocks of Jekyll and Hugo, such as `{% highlight js %}` … `{% endhighlight %}`, to fences, so that `# comments` in them are not
 * parsed as headings. Leaves unclosed blocks unchanged and preserves the number of lines.
 */
export function convertCodeBlocks(text: string): string {
  if (!hasCodeTag(text)) return text;
  const lines = text.split('\n');
  let fence = '';
  let openTag: CodeTag | undefined;
  let language: string | undefined = '';
  for (let line = 0; line < lines.length; line += 1) {
    const text = getElementAt(lines, line);
    if (text.length > MAX_LINE_LENGTH) continue;
    if (openTag) {
      if (CLOSING_CODE_TAG.exec(text)?.[1] !== openTag.name) continue;
      const fenceMark = createLongerFence(lines, openTag.line + 1, line);
      lines[openTag.line] =
        `${openTag.indent}${fenceMark}${openTag.info ?? findDataLanguage(lines, openTag.line + 1, line)}`;
      lines[line] = `${openTag.indent}${fenceMark}`;
      openTag = undefined;
      continue;
    }
    const fenceMark = FENCE_PATTERN.exec(text)?.[1];
    if (fence !== '') {
      if (fenceMark?.startsWith(fence) && text.trim() === fenceMark) fence = '';
    } else if (fenceMark !== undefined) fence = fenceMark;
    else {
      const pane = PANE_PATTERN.exec(text);
      if (pane) {
        language = pane[1] === '' ? getPaneLanguage(getElementAt(pane, 2)) : '';
        // A line that is indented by four spaces would be code.
        if (/^(?: {4}|\t)\s*\{\{[^{}]*\}\}\s*$/.test(text)) lines[line] = '';
      } else openTag = parseCodeTag(text, line, language);
    }
  }
  return lines.join('\n');
}

/** Parses a line that opens a code block. A tab opens a code block if it has a language or is in a pane of code. */
function parseCodeTag(text: string, line: number, inPane: string | undefined): CodeTag | undefined {
  const [, indent = '', name, rest = ''] = LIQUID_PATTERN.exec(text) ?? HUGO_PATTERN.exec(text) ?? [];
  if (name === undefined || rest.trimEnd().endsWith('/')) return undefined;
  if (name === 'highlight') return { name, line, indent, info: /^[ \t]+"?([\w+#-]+)/.exec(rest)?.[1] ?? '' };
  if (name === 'code-toggle') return { name, line, indent, info: undefined };
  const language = inPane === undefined ? '' : (LANGUAGE_PATTERN.exec(rest)?.[1] ?? inPane);
  if (language === '' || TEXT_ATTRIBUTE.test(rest)) return undefined;
  const [, quoted, word] = TITLE_PATTERN.exec(rest) ?? FIRST_ARGUMENT.exec(rest) ?? [];
  const title = quoted ?? word;
  return { name, line, indent, info: title === undefined ? language : `${language} title="${title}"` };
}

/** Returns the language of the tabs in a pane; undefined if the tabs contain text. */
function getPaneLanguage(attributes: string): string | undefined {
  return TEXT_ATTRIBUTE.test(attributes) ? undefined : (LANGUAGE_PATTERN.exec(attributes)?.[1] ?? TEXT_LANGUAGE);
}

/** Returns the language of configuration code, such as YAML, that the site also displays in other languages. */
function findDataLanguage(lines: readonly string[], from: number, to: number): string {
  for (let line = from; line < to; line += 1) {
    const text = getElementAt(lines, line).trim();
    if (text === '' || text.startsWith('#')) continue;
    if (text.startsWith('{')) return 'json';
    return /^\[|^[\w."-]+\s*=/.test(text) ? 'toml' : 'yaml';
  }
  return '';
}

/** Returns whether the text contains a tag for code. */
function hasCodeTag(text: string): boolean {
  for (const tagStart of ['{%', '{{<', '{{%']) {
    for (let offset = text.indexOf(tagStart); offset >= 0; offset = text.indexOf(tagStart, offset + 2))
      if (
        /^-?[ \t]*(?:highlight|code-toggle|tab[ \t])/.test(
          text.slice(offset + tagStart.length, offset + MAX_NAME_DISTANCE),
        )
      )
        return true;
  }
  return false;
}

/** Returns a fence that is longer than any fence in the lines. */
function createLongerFence(lines: readonly string[], from: number, to: number): string {
  let length = 3;
  for (let line = from; line < to; line += 1)
    length = Math.max(length, (FENCE_PATTERN.exec(getElementAt(lines, line))?.[1]?.length ?? 0) + 1);
  return '`'.repeat(length);
}
