import { firstText, lineAt, lineEnd, lineStart } from '@context-sync/formats';
import { type Draft, type Edit, eachOutsideCode } from './edits.ts';

/** VitePress: `<<< @/a.ts#region{1,3} [Title]`, with `@` for the root of the docs (https://vitepress.dev/guide/markdown#import-code-snippets). */
const CODE = /^<<<[ \t]*([^\s{[<]+)[ \t]*(?:\{[^{}]*\})?[ \t]*(?:\[([^\]]*)\])?$/;
/** MkDocs: `--8<-- "a.md:section"` (https://facelessuser.github.io/pymdown-extensions/extensions/snippets). With a semicolon before it it is text. */
const SNIPPET = /^-+8<-+[ \t]+(?:"([^"]+)"|'([^']+)')$/;
/** Longest line that is looked at. */
const LIMIT = 1_000;

/** Turns a line that another file is put in for, as VitePress and MkDocs write it, into a link to that file. */
export function snippetEdits(draft: Draft): Edit[] {
  const edits: Edit[] = [];
  const { lines } = draft;
  const { text } = lines;
  let line = 0;
  const visit = (at: number): number => {
    line = lineAt(lines, at, line);
    const end = lineEnd(lines, line);
    const start = firstText(text, lineStart(lines, line), end);
    if (end - start > LIMIT) return end;
    const own = text.slice(start, end).trimEnd();
    const [, code, title] = CODE.exec(own) ?? [];
    const [, double, single] = SNIPPET.exec(own) ?? [];
    const file = code ?? double ?? single;
    if (file !== undefined)
      edits.push({ start, end, text: `Included: [${file}](${addressOf(file)})${title ? ` (${title})` : ''}` });
    return end;
  };
  eachOutsideCode(draft, '<<<', (_, at) => visit(at));
  line = 0;
  eachOutsideCode(draft, '8<-', (_, at) => visit(at));
  return edits;
}

/** The file, without the region or the lines that are taken from it. */
function addressOf(file: string): string {
  if (/^[a-z]+:\/\//i.test(file)) return file;
  return file.replace(/^@\//, '/').replace(/#.*$|(?::[\w,-]*)+$/, '');
}
