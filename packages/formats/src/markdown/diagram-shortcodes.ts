/** Matches a diagram in a shortcode of Hugo or a block of Liquid. Its tags are alone on their lines. */
const DIAGRAM =
  /^([ \t]*)(?:\{\{[<%]|\{%-?)[ \t]*(mermaid|plantuml|graphviz|markmap)\b[^{}\n]{0,200}(?:[>%]\}\}|-?%\})[ \t]*\n((?:(?![ \t]*\{[{%]).*\n){0,500}?)[ \t]*(?:\{\{[<%]|\{%-?)[ \t]*(?:\/[ \t]*|end)\2[ \t]*(?:[>%]\}\}|-?%\})[ \t]*$/gm;

/** Turns diagrams that are written as shortcodes into fenced code, so that readers see the source of the diagram. Preserves the number of lines. */
export function convertDiagramShortcodes(text: string): string {
  if (!/\{[{%][^{}\n]{0,20}(?:mermaid|plantuml|graphviz|markmap)/.test(text)) return text;
  return text.replaceAll(
    DIAGRAM,
    (_block, indent: string, name: string, code: string) => `${indent}\`\`\`${name}\n${code}${indent}\`\`\``,
  );
}
