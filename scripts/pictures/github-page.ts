/** The colors of GitHub's light and dark themes. */
const THEMES = {
  light: {
    canvas: '#ffffff',
    subtle: '#f6f8fa',
    border: '#d1d9e0',
    text: '#1f2328',
    muted: '#59636e',
    code: '#818b981f',
    link: '#0969da',
    added: '#dafbe1',
    removed: '#ffebe9',
  },
  dark: {
    canvas: '#0d1117',
    subtle: '#151b23',
    border: '#3d444d',
    text: '#f0f6fc',
    muted: '#9198a1',
    code: '#656c7633',
    link: '#4493f8',
    added: '#12261e',
    removed: '#25171c',
  },
} as const;

export type Theme = keyof typeof THEMES;

export interface PageContent {
  /** The HTML of the Markdown that the action wrote. */
  readonly html: string;
  /** The line above the content, such as the line with the author of a comment. */
  readonly header: string;
}

/** Returns a page that looks like comments or job summaries on GitHub, one below the other. */
export function renderGitHubPage(contents: readonly PageContent[], theme: Theme): string {
  const color = THEMES[theme];
  return `<!doctype html><meta charset="utf-8"><style>
* { box-sizing: border-box; }
body { margin: 0; padding: 16px; width: 880px; background: ${color.canvas}; color: ${color.text};
  font: 14px/1.5 -apple-system, "Segoe UI", "Liberation Sans", Helvetica, Arial, "Noto Color Emoji", sans-serif; }
article { border: 1px solid ${color.border}; border-radius: 6px; overflow: hidden; }
header { padding: 8px 16px; background: ${color.subtle}; border-bottom: 1px solid ${color.border}; color: ${color.muted}; }
header b { color: ${color.text}; font-weight: 600; }
header span { border: 1px solid ${color.border}; border-radius: 2em; padding: 0 7px; font-size: 12px; margin-left: 4px; }
main { padding: 16px; }
main > :first-child { margin-top: 0; }
main > :last-child { margin-bottom: 0; }
h2 { font-size: 21px; line-height: 1.25; font-weight: 600; margin: 24px 0 16px; padding-bottom: .3em; border-bottom: 1px solid ${color.border}; }
h3 { font-size: 17.5px; line-height: 1.25; font-weight: 600; margin: 24px 0 16px; }
p, table, details, pre, ul { margin: 0 0 16px; }
a { color: ${color.link}; text-decoration: none; }
summary { cursor: pointer; }
details[open] > summary { margin-bottom: 8px; }
table { border-collapse: collapse; max-width: 100%; display: block; overflow: hidden; }
th, td { padding: 6px 13px; border: 1px solid ${color.border}; text-align: left; }
th { font-weight: 600; }
tr:nth-child(2n) td { background: ${color.subtle}; }
code { padding: .2em .4em; border-radius: 6px; background: ${color.code};
  font: 85% ui-monospace, "Liberation Mono", Menlo, Consolas, monospace; white-space: break-spaces; }
pre { padding: 16px; border-radius: 6px; background: ${color.subtle}; overflow: hidden; line-height: 1.45; font-size: 85%; }
pre code { padding: 0; background: none; font-size: 100%; white-space: pre-wrap; }
sub { color: ${color.muted}; font-size: 12px; vertical-align: baseline; }
article + article { margin-top: 16px; }
.diff ins, .diff del { display: block; text-decoration: none; margin: 0 -16px; padding: 0 16px; }
ins { background: ${color.added}; }
del { background: ${color.removed}; }
</style>${contents.map(({ html, header }) => `<article><header>${header}</header><main>${html}</main></article>`).join('')}`;
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns the changed lines of a difference that git printed. */
export function renderDiff(diff: string): string {
  const lines = diff.split('\n').filter((line) => /^[-+](?![-+]{2} )/.test(line));
  const tags = lines.map((line) => (line.startsWith('+') ? 'ins' : 'del'));
  return `<pre class="diff"><code>${lines.map((line, index) => `<${tags[index]}>${escapeHtml(line)}</${tags[index]}>`).join('')}</code></pre>`;
}

/** Returns the name of the file in a difference that git printed. */
export function getChangedFile(diff: string): string {
  return escapeHtml(/^\+\+\+ b\/(.*)$/m.exec(diff)?.[1] ?? '');
}

/** Returns the response of the MCP server as preformatted text in which the source is a link. */
export function renderAnswer(answer: string): string {
  const text = escapeHtml(answer).replaceAll(/https?:\/\/\S+/g, (url) => `<a href="${url}">${url}</a>`);
  return `<pre><code>${text}</code></pre>`;
}
