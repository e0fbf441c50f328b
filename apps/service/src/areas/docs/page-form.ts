import { getProblems, type RejectedValue } from '../../platform/errors/invalid-request.ts';
import type { FieldError } from '../../platform/pages/form.tsx';
import type { FormValues } from '../../platform/pages/page.ts';
import { pageInputSchema } from './schemas.ts';
import type { DocsPage, DocsPageInput } from './store.ts';

/** Names of the fields in error messages. */
const PAGE_LABELS: FieldLabels = {
  title: 'The title',
  description: 'The description',
  markdown: 'The text',
  order: 'The order',
};

/**
 * Names of values in error messages, by the names of the properties that contain them, joined by hyphens. A `#` stands for the position of the value
 * in its list.
 */
export type FieldLabels = Readonly<Record<string, string>>;

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
  const order = (form.order ?? '').trim() || '0';
  const value = {
    title: (form.title ?? '').trim(),
    description: (form.description ?? '').trim(),
    // Forms send line breaks as CR and LF.
    markdown: (form.markdown ?? '').replaceAll('\r\n', '\n'),
    public: form.public === 'on',
    // The error for a text that is not a number contains the text.
    order: Number.isNaN(Number(order)) ? order : Number(order),
    source,
  };
  const { data, error } = pageInputSchema.safeParse(value);
  return data ? { page: { ...data, source } } : { errors: listFieldErrors({ value, error }, PAGE_LABELS) };
}

/** Returns the problems of the values of a form by field. */
export function listFieldErrors(rejected: RejectedValue, labels: FieldLabels): FieldError[] {
  return getProblems(rejected).map(({ path, message }) => {
    const field = path.filter((part) => typeof part === 'string').join('-');
    const position = path.find((part) => typeof part === 'number') ?? 0;
    // The names of nested lists repeat. The labels contain each of them once.
    const name = field.replaceAll(/(-\w+)\1+/g, '$1');
    const label = (labels[name] ?? `The field ${field}`).replace('#', String(position + 1));
    // An empty field is visible, so its value adds nothing to the rule.
    return { field, message: `${label} ${message.replace(/^(must not be empty) \(got .*\)$/, '$1')}` };
  });
}
