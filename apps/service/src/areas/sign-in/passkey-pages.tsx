import { Form, SubmitButton } from '../../platform/pages/form.tsx';
import type { PageContent, PageRequest } from '../../platform/pages/page.ts';
import { PageFailure } from '../../platform/pages/page-failure.ts';
import type { Pages } from '../../platform/pages/pages.tsx';
import { recordMemberChange } from '../../platform/pages/record-member-change.ts';
import { completeSignIn, getNext, type SignInStore } from './complete-sign-in.ts';
import {
  createPasskeyOptions,
  createSignInOptions,
  supportsPasskeys,
  verifyNewPasskey,
  verifyPasskeySignIn,
} from './passkey-ceremonies.ts';

const MAX_NAME_LENGTH = 100;

/** Adds the pages on which members create passkeys and sign in with them. The pages require JavaScript. */
export function addPasskeyPages(pages: Pages, store: SignInStore): void {
  pages.postPublic(
    '/sign-in/passkey',
    async (request) =>
      createPasskeyPage(request, {
        title: 'Sign in with a passkey',
        action: '/sign-in/passkey/response',
        purpose: 'get',
        options: await createSignInOptions(store, requirePasskeys(request.origin)),
        fields: { next: getNext(request) },
      }),
    { isAttempt: true },
  );
  pages.postPublic(
    '/sign-in/passkey/response',
    async (request) => {
      const { response = '' } = request.form;
      const verifiedSignIn = await verifyPasskeySignIn(store, request.origin, response, (id) =>
        store.passkeys.find(id),
      );
      if (!verifiedSignIn) {
        throw new PageFailure(
          403,
          'The passkey was not accepted: it was removed from your account, or the page was open for too long. Sign in again.',
        );
      }
      return completeSignIn(store, request, async ({ passkeys }) => {
        await passkeys.recordUse(verifiedSignIn.passkey.id, verifiedSignIn.counter);
        return { userId: verifiedSignIn.passkey.userId, method: 'passkey' };
      });
    },
    { isAttempt: true },
  );
  addAccountForms(pages, store);
}

/** Adds the routes to which the account page sends its passkey forms. */
function addAccountForms(pages: Pages, store: SignInStore): void {
  pages.post('/account/passkeys/new', async (request) => {
    const { session, origin, form } = request;
    const existingPasskeys = await store.passkeys.list(session.userId);
    return createPasskeyPage(request, {
      title: 'Create a passkey',
      action: '/account/passkeys',
      purpose: 'create',
      options: await createPasskeyOptions(store, requirePasskeys(origin), session, existingPasskeys),
      fields: { name: (form['passkey-name'] ?? '').trim().slice(0, MAX_NAME_LENGTH) || 'Passkey' },
    });
  });
  pages.post('/account/passkeys', async (request) => {
    const { session, form, origin } = request;
    const credential = await verifyNewPasskey(store, origin, session.userId, form.response ?? '');
    if (!credential) throw new PageFailure(403, 'The browser created no valid passkey in time. Create it again.');
    const addedId = await store.transaction((operations) =>
      recordMemberChange(operations, request, { action: 'passkey.create', target: (id) => id }, () =>
        operations.passkeys.add({ ...credential, userId: session.userId, name: form.name ?? 'Passkey' }),
      ),
    );
    if (addedId === undefined) throw new PageFailure(403, 'This passkey already belongs to an account.');
    return { redirectTo: '/account?done=passkey-created' };
  });
  pages.post('/account/passkeys/:id/remove', async (request) => {
    const id = request.c.req.param('id') ?? '';
    const isRemoved = await store.transaction((operations) =>
      recordMemberChange(operations, request, { action: 'passkey.delete', target: id }, () =>
        operations.passkeys.remove(request.session.userId, id),
      ),
    );
    if (!isRemoved) throw new PageFailure(404, 'You have no such passkey. It may already be removed.');
    return { redirectTo: '/account?done=passkey-removed' };
  });
}

/** Returns the origin of a request. @throws PageFailure if passkeys do not work with the origin */
function requirePasskeys(origin: string): string {
  if (supportsPasskeys(origin)) return origin;
  throw new PageFailure(
    400,
    'Passkeys need a host name. On this machine, open http://localhost instead of an IP address.',
  );
}

function createPasskeyPage(
  request: PageRequest,
  {
    title,
    action,
    purpose,
    options,
    fields,
  }: {
    readonly title: string;
    readonly action: string;
    readonly purpose: 'create' | 'get';
    readonly options: string;
    readonly fields: Readonly<Record<string, string>>;
  },
): PageContent {
  return {
    title,
    scripts: ['passkey'],
    body: (
      <Form request={request} action={action} class="narrow" data-passkey={purpose} data-options={options}>
        {Object.entries(fields).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="response" value="" />
        <p>Your browser asks for your fingerprint, your face, a PIN or a security key.</p>
        <p class="field-error" role="status" />
        <noscript>
          <p class="field-error">Passkeys need JavaScript. Switch it on, or sign in another way.</p>
        </noscript>
        <SubmitButton icon="fingerprint">{title}</SubmitButton>
      </Form>
    ),
  };
}
