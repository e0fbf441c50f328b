/** Directives whose argument and content are not part of the page's text. */
const DIRECTIVES_WITHOUT_TEXT =
  /^(?:toctree|contents|index|meta|raw|highlight|currentmodule|module|include|literalinclude|role|default-role|sectionauthor|program|image|todolist|tabularcolumns|only|jsonschema)$/;
/** Directives whose content is text but whose argument is not. */
const DIRECTIVES_WITHOUT_ARGUMENT =
  /^(?:code-block|code|sourcecode|container|rst-class|class|figure|hlist|glossary|list-table)$/;

/**
 * Returns the words of reStructuredText line by line. Independent of the parser under test, so that tests can compare the output of the parser with these
 * words.
 */
export function extractRstWords(text: string): string {
  const lines = text.replaceAll('\r', '').split('\n');
  const textWords: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const [, indent = '', rest = ''] = /^(\s*)\.\.(?:\s+(.*))?$/.exec(line) ?? [];
    const isExplicit = /^\s*\.\.(?:\s|$)/.test(line);
    if (!isExplicit) {
      if (!/^\s*([!-/:-@[-`{-~])\1{2,}\s*$/.test(line) && !/^__ /.test(line)) textWords.push(line);
      continue;
    }
    const directive = /^([\w:.-]+)\s?::(?:\s+(.*))?$/.exec(rest);
    const footnote = /^\[[^\]]+\]\s*(.*)$/.exec(rest);
    if (footnote) textWords.push(footnote[1] ?? '');
    else if (directive) {
      const [, name = '', argument = ''] = directive;
      if (DIRECTIVES_WITHOUT_TEXT.test(name)) index = findEndOfBlock(lines, index, indent.length) - 1;
      else {
        if (!DIRECTIVES_WITHOUT_ARGUMENT.test(name)) textWords.push(argument);
        while (/^\s+:[\w-]+:/.test(lines[index + 1] ?? '') && getIndent(lines[index + 1] ?? '') > indent.length)
          index += 1;
      }
    } else index = findEndOfBlock(lines, index, indent.length) - 1;
  }
  return getPlainLine(textWords.join('\n'));
}

function findEndOfBlock(lines: readonly string[], index: number, indent: number): number {
  let end = index + 1;
  while (end < lines.length && ((lines[end] ?? '').trim() === '' || getIndent(lines[end] ?? '') > indent)) end += 1;
  return end;
}

function getIndent(line: string): number {
  return line.length - line.trimStart().length;
}

/** Removes roles, link targets, and references whose text is the title of their target. */
function getPlainLine(text: string): string {
  return text
    .replaceAll(/:(?:ref|doc|term|numref|any):`[^`<]+`/g, ' ')
    .replaceAll(/:[\w:+.-]+:`~(?:[\w.]+\.)?(\w+)`/g, '$1')
    .replaceAll(/:[\w:+.-]+:(?=`)/g, '')
    .replaceAll(/\s*<[^`<>]*>(?=`)/g, '')
    .replaceAll(/^[ \t]*:(?:orphan|tocdepth|nosearch):.*$/gm, '')
    .replaceAll(/\|[\w -]+\|/g, ' ')
    .replaceAll(/\\(.)/g, '$1');
}
