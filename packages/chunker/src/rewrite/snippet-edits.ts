import { findFirstText, findLine, getLineEnd, getLineStart } from '@context-sync/formats';
import { type ScannedText, type TextEdit, visitOutsideCode } from './text-edits.ts';

/**
 * Matches an include line of VitePress: `<<< @/a.ts#region{1,3} [Title]`, where `@` is the docs root
 * (https://vitepress.dev/guide/markdown#import-code-snippets).
 */
const CODE_PATTERN = /^<<<[ \t]*([^\s{[<]+)[ \t]*(?:\{[^{}]*\})?[ \t]*(?:\[([^\]]*)\])?$/;
/**
 * Matches an include line of MkDocs: `--8<-- "a.md:section"` (https://facelessuser.github.io/pymdown-extensions/extensions/snippets). A semicolon in
 * front of the mark escapes it.
 */
const SNIPPET_PATTERN = /^-+8<-+[ \t]+(?:"([^"]+)"|'([^']+)')$/;
/** Matches an include line of DocFX, such as `[!code-csharp[Main](Program.cs?name=a)]`, whose file is not in the repository. */
const DOCFX_PATTERN =
  /^\[!(?:code|include)(?:-[\w#+.-]{1,30})?\s*\[([^\]]*)\]\(\s*<?([^\s()<>?#]+)[^\s()<>]*>?(?:\s+"[^"]*")?\s*\)\]$/i;
/** Maximum length of a line that is examined. */
const MAX_LINE_LENGTH = 1_000;

/** Turns the include lines of VitePress, MkDocs and DocFX into links to the included file. */
export function createSnippetEdits(draft: ScannedText): TextEdit[] {
  const edits: TextEdit[] = [];
  const { lines } = draft;
  const { text } = lines;
  let line = 0;
  const visit = (offset: number): number => {
    line = findLine(lines, offset, line);
    const end = getLineEnd(lines, line);
    const start = findFirstText(text, getLineStart(lines, line), end);
    if (end - start > MAX_LINE_LENGTH) return end;
    const snippetText = text.slice(start, end).trimEnd();
    const [, code, title] = CODE_PATTERN.exec(snippetText) ?? [];
    const [, double, single] = SNIPPET_PATTERN.exec(snippetText) ?? [];
    const file = code ?? double ?? single;
    if (file !== undefined)
      edits.push({ start, end, text: `Included: [${file}](${getIncludedFile(file)})${title ? ` (${title})` : ''}` });
    const [, label = '', included] = DOCFX_PATTERN.exec(snippetText) ?? [];
    if (included !== undefined)
      edits.push({ start, end, text: `Included: [${label.trim() || included}](${included})` });
    return end;
  };
  visitOutsideCode(draft, '<<<', (_, offset) => visit(offset));
  line = 0;
  visitOutsideCode(draft, '8<-', (_, offset) => visit(offset));
  line = 0;
  visitOutsideCode(draft, '[!', (_, offset) =>
    /^\[!(?:code|include)/i.test(text.slice(offset, offset + 9)) ? visit(offset) : undefined,
  );
  return edits;
}

/** Returns the path of the file without the selected region or lines. */
function getIncludedFile(file: string): string {
  if (/^[a-z]+:\/\//i.test(file)) return file;
  return file.replace(/^@\//, '/').replace(/#.*$|(?::[\w,-]*)+$/, '');
}
