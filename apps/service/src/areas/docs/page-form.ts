import type { z } from 'zod';
import type { FieldError } from '../../platform/pages/form.tsx';
import type { FormValues } from '../../platform/pages/page.ts';
import { pageInputSchema } from './schemas.ts';
import type { DocsPage, DocsPageInput } from './store.ts';

/** Returns the initial values of the form fields of a page. */
export function getPageFields(page: DocsPage): FormValues {
  const { title, description, markdown, order } = page;
  return { title, description, markdown, order: String(order), public: page.public ? 'on' : 'off' };
}

/**
 * Reads the page that a form contains.
 * @param form fields of the form. Browsers do not send unchecked checkboxes
 * @param source where the text comes from, which forms do not change
 */
export function parsePageForm(
  form: FormValues,
  source: DocsPageInput['source'],
): { readonly page: DocsPageInput } | { readonly errors: readonly FieldError[] } {
  const parsedInput = pageInputSchema.safeParse({
    title: (form.title ?? '').trim(),
    description: (form.description ?? '').trim(),
    // Forms send line breaks as CR and LF.
    markdown: (form.markdown ?? '').replaceAll('\r\n', '\n'),
    public: form.public === 'on',
    order: Number((form.order ?? '').trim() || '0'),
    source,
  });
  return parsedInput.success ? { page: { ...parsedInput.data, source } } : { errors: toFieldErrors(parsedInput.error) };
}

/** Returns the problems of a form by field. */
export function toFieldErrors({ issues }: z.ZodError): FieldError[] {
  return issues.map(({ path, message }) => {
    const [field = 'form', ...rest] = path.map(String);
    return {
      field: [field, ...rest.filter((each) => /^[a-z]+$/i.test(each))].join('-'),
      message: `${field}: ${message}`,
    };
  });
}
