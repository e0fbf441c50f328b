import { ErrorSummary, type FieldError, SelectField, SubmitButton, TextField } from '../../platform/pages/form.tsx';
import { FEEDBACK_KINDS, type FeedbackKind } from '../feedback/store.ts';
import { getPageAddress, type PortalFrame } from './portal-frame.ts';

/** Maximum length of a reader's feedback. */
export const MAX_DETAIL_CHARS = 4_000;
/** Names of the form fields, which are also their ids. Ids of headings contain no dots, so they do not conflict. */
export const KIND_FIELD = 'feedback.kind';
export const DETAIL_FIELD = 'feedback.detail';

const KIND_LABELS: Readonly<Record<FeedbackKind, string>> = {
  missing: 'Something is missing',
  wrong: 'Something is wrong',
  outdated: 'It is outdated',
  confusing: 'It is hard to understand',
  broken: 'Something does not work',
};

/** Values that a reader has entered. */
export interface FeedbackEntry {
  readonly kind: string;
  readonly detail: string;
}

/** The form with which readers report missing content of a page. */
export function FeedbackForm({
  frame,
  path,
  entry,
  errors = [],
}: {
  readonly frame: PortalFrame;
  readonly path: string;
  readonly entry?: FeedbackEntry;
  readonly errors?: readonly FieldError[];
}) {
  return (
    <form method="post" action={`${frame.base}/-/feedback`}>
      <input type="hidden" name="page" value={path} />
      <SelectField
        label="What is the problem?"
        name={KIND_FIELD}
        value={entry?.kind}
        options={FEEDBACK_KINDS.map((kind) => [kind, KIND_LABELS[kind]] as const)}
      />
      <TextField
        label="What did you look for, and what was missing?"
        name={DETAIL_FIELD}
        rows={4}
        maxlength={MAX_DETAIL_CHARS}
        required
        value={entry?.detail}
        hint="The authors of these docs read it. Do not enter passwords, keys or personal data."
        errors={errors}
      />
      <SubmitButton kind="secondary">Send feedback</SubmitButton>
    </form>
  );
}

/** The feedback question at the end of each page. */
export function PageFeedback({ frame, path }: { readonly frame: PortalFrame; readonly path: string }) {
  return (
    <details class="portal-feedback">
      <summary>Was this page helpful? Report what is missing or wrong</summary>
      <FeedbackForm frame={frame} path={path} />
    </details>
  );
}

/** The page that shows the form again, with the reason why the feedback was not stored. */
export function RefusedFeedback({
  frame,
  path,
  entry,
  errors,
}: {
  readonly frame: PortalFrame;
  readonly path: string;
  readonly entry: FeedbackEntry;
  readonly errors: readonly FieldError[];
}) {
  return (
    <main id="portal.content" tabindex={-1} class="portal-main">
      <div class="portal-page portal-feedback">
        <h1>Your feedback was not sent</h1>
        <ErrorSummary errors={errors} />
        <FeedbackForm frame={frame} path={path} entry={entry} errors={errors} />
      </div>
    </main>
  );
}

/** The page that confirms that feedback was stored. */
export function ThanksPage({ frame, path }: { readonly frame: PortalFrame; readonly path: string }) {
  return (
    <main id="portal.content" tabindex={-1} class="portal-main">
      <div class="portal-page">
        <h1>Thank you</h1>
        <p class="lead">Your feedback was sent to the authors of these docs.</p>
        <p>
          <a href={getPageAddress(frame.base, path)}>Go back to the page</a>
        </p>
      </div>
    </main>
  );
}
