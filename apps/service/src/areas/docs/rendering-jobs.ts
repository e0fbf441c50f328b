import { type PageText, type RenderedMarkdown, renderMarkdown, renderPlainText } from './render-markdown.ts';

/** Functions whose time depends on a text, which run in a worker process. */
export interface RenderingJobs {
  /** Never throws: a text that cannot be rendered, for example because it is nested too deeply, becomes plain text with a warning. */
  render(page: PageText): RenderedMarkdown;
}

export function createRenderingJobs(): RenderingJobs {
  return {
    render(page) {
      try {
        return renderMarkdown(page);
      } catch {
        return createPlainRendering(page.markdown, 'the Markdown could not be parsed');
      }
    },
  };
}

/** Returns the page for a text that cannot be rendered: the text itself, and the reason as a warning. */
export function createPlainRendering(markdown: string, reason: string): RenderedMarkdown {
  return {
    html: renderPlainText(markdown),
    outline: [],
    links: [],
    warnings: [`the page is shown as plain text, because ${reason}`],
  };
}
