import { Notice } from '../../platform/pages/elements.tsx';
import { ErrorSummary, type FieldError } from '../../platform/pages/form.tsx';
import type { PageContent } from '../../platform/pages/page.ts';

interface FormPage extends Pick<PageContent, 'title' | 'lead' | 'body'> {
  /** Message about what the last submitted form changed. */
  readonly result: string | undefined;
  /** Errors of the form that was submitted. */
  readonly errors: readonly FieldError[];
}

/** Creates a page with forms. The page begins with the result or the errors of the form that was submitted. */
export function createFormPage({ result, errors, body, ...page }: FormPage): PageContent {
  return {
    ...page,
    status: errors.length > 0 ? 422 : 200,
    body: (
      <>
        {result !== undefined && (
          <Notice kind="success">
            <p>{result}</p>
          </Notice>
        )}
        <ErrorSummary errors={errors} />
        {body}
      </>
    ),
  };
}
