import { splitSections } from './page-sections.ts';
import { createPlainRendering, type PageText, type RenderedMarkdown } from './plain-rendering.ts';
import { renderMarkdown } from './render-markdown.ts';

/** Functions whose run time depends on a text. They run in a worker process. */
export interface RenderingJobs {
  /** Never throws: a text that cannot be rendered, for example because it is nested too deeply, becomes plain text with a warning. */
  render(page: PageText): RenderedMarkdown;
}

export function createRenderingJobs(): RenderingJobs {
  return {
    render(page) {
      try {
        return { ...renderMarkdown(page), sections: splitSections(page) };
      } catch {
        return createPlainRendering(page, 'the Markdown could not be parsed');
      }
    },
  };
}
