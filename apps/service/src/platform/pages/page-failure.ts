import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** An error that is shown to the user instead of a page or the result of a form. */
export class PageFailure extends Error {
  override readonly name = 'PageFailure';
  readonly status: ContentfulStatusCode;

  /** Creates a failure. @param message sentences that state what happened and what to do */
  constructor(status: ContentfulStatusCode, message: string) {
    super(message);
    this.status = status;
  }
}
