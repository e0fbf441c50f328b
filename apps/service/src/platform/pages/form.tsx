import type { Child, PropsWithChildren } from 'hono/jsx';
import { Icon, type IconName } from './icons.tsx';
import type { PageRequest } from './page.ts';

/** Names of the hidden fields that every form has. */
export const TOKEN_FIELD = 'form-token';
export const FROM_FIELD = 'form-page';

/** A problem with a field of a form. */
export interface FieldError {
  /** Name of the field. */
  readonly field: string;
  readonly message: string;
}

/** A form with a CSRF token. */
export function Form({
  request,
  action,
  children,
  ...attributes
}: PropsWithChildren<{
  readonly request: PageRequest;
  readonly action: string;
  readonly class?: string;
  /** Encoding of a form that contains files. */
  readonly enctype?: 'multipart/form-data';
  /** Action of a script on the form. */
  readonly 'data-passkey'?: string;
  readonly 'data-options'?: string;
}>) {
  return (
    <form method="post" action={action} {...attributes}>
      <input type="hidden" name={TOKEN_FIELD} value={request.formToken} />
      <input type="hidden" name={FROM_FIELD} value={request.path} />
      {children}
    </form>
  );
}

/** The error summary of a form, with a link to the field of each error. The summary is above the form, as GOV.UK recommends. */
export function ErrorSummary({ errors }: { readonly errors: readonly FieldError[] }) {
  if (errors.length === 0) return null;
  return (
    <div class="notice danger" role="alert" aria-labelledby="error-summary">
      <Icon name="circle-alert" />
      <div>
        <h2 id="error-summary">There is a problem</h2>
        <ul>
          {errors.map(({ field, message }) => (
            <li>
              <a href={`#${field}`}>{message}</a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly hint?: Child;
  readonly errors?: readonly FieldError[];
}

/** A text field with its label, hint and error. */
export function TextField({
  label,
  name,
  hint,
  errors = [],
  value = '',
  type = 'text',
  autocomplete = 'off',
  maxlength,
  required,
  rows,
  isCode,
}: FieldProps & {
  readonly value?: string | undefined;
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'search';
  readonly autocomplete?: string;
  readonly maxlength?: number;
  readonly required?: boolean;
  /** Number of lines of a multiline field. */
  readonly rows?: number;
  /** Whether the text of a multiline field is code, such as Markdown. */
  readonly isCode?: boolean;
}) {
  const attributes = { id: name, name, autocomplete, maxlength, required, ...describeField({ name, hint, errors }) };
  return (
    <Field label={label} name={name} hint={hint} errors={errors}>
      {rows === undefined ? (
        <input {...attributes} type={type} value={value} spellcheck={type === 'text' ? undefined : false} />
      ) : (
        <textarea {...attributes} class={isCode ? 'code' : undefined} rows={rows}>
          {value}
        </textarea>
      )}
    </Field>
  );
}

/** A field for selecting one of several values. */
export function SelectField({
  label,
  name,
  hint,
  errors = [],
  value,
  options,
}: FieldProps & {
  readonly value?: string | undefined;
  readonly options: readonly (readonly [value: string, label: string])[];
}) {
  return (
    <Field label={label} name={name} hint={hint} errors={errors}>
      <select id={name} name={name} {...describeField({ name, hint, errors })}>
        {options.map(([each, text]) => (
          <option value={each} selected={each === value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** A field for selecting a file of the computer. The form must have the encoding `multipart/form-data`. */
export function FileField({
  label,
  name,
  hint,
  errors = [],
  accept,
}: FieldProps & {
  /** Media types or extensions that the browser suggests. */
  readonly accept?: string;
}) {
  return (
    <Field label={label} name={name} hint={hint} errors={errors}>
      <input type="file" id={name} name={name} accept={accept} {...describeField({ name, hint, errors })} />
    </Field>
  );
}

/** A checkbox. */
export function CheckboxField({
  label,
  name,
  hint,
  errors = [],
  value,
}: FieldProps & { readonly value?: string | undefined }) {
  return (
    <div class="field checkbox">
      <input
        type="checkbox"
        id={name}
        name={name}
        value="on"
        checked={value === 'on'}
        {...describeField({ name, hint, errors })}
      />
      <label for={name}>{label}</label>
      <FieldNotes name={name} hint={hint} errors={errors} />
    </div>
  );
}

function Field({ label, name, hint, errors = [], children }: PropsWithChildren<FieldProps>) {
  return (
    <div class={errors.some(({ field }) => field === name) ? 'field invalid' : 'field'}>
      <label for={name}>{label}</label>
      <FieldNotes name={name} hint={hint} errors={errors} />
      {children}
    </div>
  );
}

function FieldNotes({ name, hint, errors = [] }: Omit<FieldProps, 'label'>) {
  return (
    <>
      {hint && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {errors
        .filter(({ field }) => field === name)
        .map(({ message }) => (
          <p class="field-error" id={`${name}-error`}>
            {message}
          </p>
        ))}
    </>
  );
}

/** Returns the ARIA attributes that associate the hint and the error with a field. */
function describeField({ name, hint, errors = [] }: Omit<FieldProps, 'label'>) {
  const isInvalid = errors.some(({ field }) => field === name);
  const ids = [...(hint ? [`${name}-hint`] : []), ...(isInvalid ? [`${name}-error`] : [])];
  return {
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
    'aria-invalid': isInvalid ? ('true' as const) : undefined,
  };
}

/** The submit button of a form. Its text begins with a verb. */
export function SubmitButton({
  children,
  kind = 'primary',
  icon,
  label,
  name,
  value,
}: PropsWithChildren<{
  readonly kind?: 'primary' | 'secondary' | 'danger' | 'quiet';
  readonly icon?: IconName;
  /** Accessible name that screen readers use instead of the text, if the text is only clear together with its table row. It begins with the text. */
  readonly label?: string;
  readonly name?: string;
  readonly value?: string;
}>) {
  return (
    <button type="submit" class={`button ${kind}`} name={name} value={value} aria-label={label}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
