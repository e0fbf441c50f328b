import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** A reason not to show a page or not to process a form, which the person reads. */
export class PageFailure extends Error {
  override readonly name = 'PageFailure';
  readonly status: ContentfulStatusCode;

  /** Creates a failure. @param message sentences that state what happened and what to do */
  constructor(status: ContentfulStatusCode, message: string) {
    super(message);
    this.status = status;
  }
}
