/** Syntax of generators that readers should never see outside of code. */
const LEFTOVERS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['template', /\{\{[^\n]{0,200}?\}\}|\{%[^\n]{0,200}?%\}/g],
  ['container', /^[ \t]*:{3,}[^\n]{0,80}/gm],
  ['admonition', /^[ \t]*(?:!!!|\?\?\?\+?) [^\n]{0,80}/gm],
  ['tab', /^[ \t]*===[+!]? "[^\n]{0,80}/gm],
  ['directive', /(?:^|\s)\.\. [\w:-]{2,40}::[^\n]{0,80}/gm],
  ['role', /(?<![\w`]):[a-z][\w:+-]{1,30}:`[^`\n]{1,80}`?/g],
  ['component', /<\/?[A-Z][A-Za-z.]{0,40}(?=[\s/>])[^<>\n]{0,120}\/?>/g],
  [
    'element',
    /<\/?(?:div|span|a|p|br|img|table|t[rdh]|ul|ol|li|details|summary|video|iframe)(?:\s[^<>\n]{0,120})?\/?>/g,
  ],
  [
    'AsciiDoc macro',
    /(?<![\w/.])(?:xref|include|image|link|footnote|anchor|kbd|btn|menu|stem|ifdef|ifndef|endif):{1,2}[^\s[\]]{0,120}\[/g,
  ],
  ['AsciiDoc attribute', /(?<![\w$\\])\{[a-z][a-z\d]*(?:-[a-z\d]+){0,5}\}/g],
  [
    'block attribute',
    /^[ \t]*\[(?:[.#%]\w|cols=|source|tabs|discrete|NOTE|TIP|WARNING|IMPORTANT|CAUTION)[^\]\n]{0,80}\][ \t]*$/gm,
  ],
  ['attribute list', /\{\s?[:#.][A-Za-z][^{}\n]{0,80}\}/g],
  ['cross reference', /<<[\w#:.-]{2,80}(?:,[^<>\n]{0,80})?>>|\[\[[\w#:./ -]{2,80}\]\]/g],
  ['callout', /(?:^|\s)<\d{1,2}>(?=\s)/gm],
  ['footnote', /\[\^[\w-]{1,40}\]/g],
  ['include', /^[ \t]*(?:--8<--|<<<[ \t]*@|@include:|!include\b)[^\n]{0,80}/gm],
  ['module statement', /^[ \t]*(?:import [\w{}, *$]{1,80} from ['"]|export (?:const|default|function)\b)[^\n]{0,80}/gm],
  ['comment', /<!--[^\n]{0,80}|\{\/\*[^\n]{0,80}/g],
  ['Markdown link', /!?\[[^\]\n]{1,80}\]\((?:[^()\s]{1,120})\)|\[[^\]\n]{1,80}\]\[[\w .-]{0,60}\]/g],
  ['Markdown heading', /^[ \t]*#{2,6} \S[^\n]{0,80}/gm],
  ['Markdown emphasis', /(?<![\w*])\*\*[^\s*][^*\n]{0,80}\*\*(?![\w*])/g],
  ['Markdown table', /^[ \t]*\|?[ \t]*:?-{3,}:?[ \t]*\|[-:| \t]*$/gm],
  ['Markdown fence', /^[ \t]*(?:`{3,}|~{3,})[^\n]{0,40}/gm],
  ['placeholder', /x-context-sync-[\w-]+/g],
];

/** A piece of syntax that a reader sees. */
export interface LeftoverSyntax {
  readonly kind: string;
  readonly text: string;
}

/** Finds syntax of generators in a text that readers see. */
export function findLeftoverSyntax(text: string): LeftoverSyntax[] {
  return LEFTOVERS.flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)].map(([match]) => ({ kind, text: match.trim() })),
  );
}
