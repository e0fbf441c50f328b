import { HttpError } from '../../platform/errors/errors.ts';

/** Creates the error for a page that would exceed the project's limit of pages. */
export const createLimitError = (limit: number) =>
  new HttpError('conflict', `The project has ${limit} pages, which is the maximum: delete some first`);
