/** A link or an image of a document. */
export interface WrittenLink {
  readonly target: string;
  /** The text of the link; empty if the generator adds the text. */
  readonly label: string;
}

const COMMENT = /<!--[\s\S]*?-->|\{\/\*[\s\S]*?\*\/\}/g;
const FENCED_CODE = /^[ \t>]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t>]*\1[`~]*[ \t]*$|$(?![\s\S]))/gm;
const CODE_SPAN = /(`+)(?!`)(?:[^`\n]|\n(?!\n)|(?<!`)(?!\1(?!`))`+)*?[^`]\1(?!`)/g;
/** Matches a breadcrumb line with the parent pages of a page, which the navigation repeats. */
const BREADCRUMB = /^(?:\[[^\]\n]*\]\([^)\n]*\)[ \t]*[/|•»·][ \t]*)+[^\n]*$/gm;
const INDENTED_BLOCK = /^(?: {4}|\t)(?!\s*(?:[-*+]|\d+\.)?\s*\[)[^\n]*$/gm;
const INLINE =
  /\[((?:[^[\]]|\[[^[\]]*\])*)\]\(\s*(?:<([^<>\n]*)>|((?:[^\s()\\]|\([^\s()]*\))+))(?:\s+["'][^)]*)?\s*\)/g;

/** Returns the links and images as written in a document, outside of code and comments. */
export function listWrittenLinks(path: string, text: string): WrittenLink[] {
  const list = /\.(?:adoc|asciidoc)$/.test(path) ? listXrefs : /\.rst$/.test(path) ? listRoles : listMarkdown;
  return list(text).filter(({ target }) => !/[{}<>|*$]/.test(target));
}

function listMarkdown(text: string): WrittenLink[] {
  const body = replaceTemplates(text)
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replaceAll(COMMENT, '')
    .replaceAll(FENCED_CODE, '')
    .replaceAll(BREADCRUMB, '')
    .replaceAll(/\[!(?:code|include)[^\]]*\[[^\]]*\]\([^)]*\)\]/gi, '')
    .replaceAll(/\{(doc|ref|term)\}`(?:[^`<]*<)?([^`<>]+)>?`/g, '[]($1:$2)')
    .replaceAll(INDENTED_BLOCK, '');
  // Brackets in code are not links, and labels can contain code.
  const maskedText = body.replaceAll(CODE_SPAN, (code) => code.replaceAll(/[[\]()]/g, '·'));
  const inline = [...maskedText.matchAll(INLINE)].map(([, label = '', a, b]) => ({ label, target: a ?? b ?? '' }));
  const usedAddresses = new Map<string, string>();
  for (const [, first = '', second = ''] of maskedText.matchAll(/\[([^\]\n[]+)\](?:\[([^\]\n]*)\])?(?![(:[])/g))
    usedAddresses.set(normalize(second === '' ? first : second), first);
  const definitions = [...maskedText.matchAll(/^ {0,3}\[([^\]\n]+)\]:[ \t]*<?([^\s>]+)/gm)];
  return [
    ...inline,
    ...definitions.flatMap(([, name = '', target = '']) => {
      const label = usedAddresses.get(normalize(name));
      return label === undefined ? [] : [{ label, target }];
    }),
  ];
}

/** Replaces the template tags of Jekyll and Hugo that refer to a page with the name of the page. */
function replaceTemplates(text: string): string {
  return text
    .replaceAll(/\{%-?\s*link\s+([^\s%]+)\s*-?%\}/g, '/$1')
    .replaceAll(/\{\{\s*["']([^"'\n]+)["']\s*\|\s*(?:relative_url|absolute_url)\s*\}\}/g, '$1')
    .replaceAll(/\{\{\s*site\.(?:baseurl|url)\s*\}\}/g, '')
    .replaceAll(/\{\{[<%]\s*(?:rel)?ref\s+["']([^"'\n]+)["']\s*[%>]\}\}/g, '$1');
}

function normalize(name: string): string {
  return name.toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

function listXrefs(text: string): WrittenLink[] {
  const body = text
    .replaceAll(/^(-{4,}|\.{4,}|\/{4,})[^\n]*\n[\s\S]*?^\1[ \t]*$/gm, '')
    .replaceAll(/^\/\/[^\n]*$/gm, '');
  return [...body.matchAll(/\bxref:([^[\s]+\.adoc)(?:#[^[]*)?\[([^\]]*)/g)].map(([, target = '', label = '']) => ({
    target,
    label,
  }));
}

function listRoles(text: string): WrittenLink[] {
  return [...text.matchAll(/:(doc|ref|term):`(?:([^`<]*)<)?([^`<>]+)>?`/g)].map(
    ([, role = '', label = '', target = '']) => ({
      label: label.trim(),
      target: role === 'doc' ? target : `${role}:${target.replaceAll(/\s+/g, ' ')}`,
    }),
  );
}
