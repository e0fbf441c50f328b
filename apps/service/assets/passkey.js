// @ts-check
// Creates a passkey, or signs in with one, and sends the result with the form.
const form = /** @type {HTMLFormElement} */ (document.querySelector('form[data-passkey]'));
const status = /** @type {HTMLElement} */ (form.querySelector('[role="status"]'));

async function run() {
  status.textContent = '';
  try {
    const options = JSON.parse(form.dataset.options ?? '');
    const credential =
      form.dataset.passkey === 'create'
        ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
        : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
    /** @type {HTMLInputElement} */ (form.elements.namedItem('response')).value = JSON.stringify(credential);
    form.submit();
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    status.textContent =
      name === 'InvalidStateError'
        ? 'This device has a passkey for your account already.'
        : form.dataset.passkey === 'create'
          ? 'The browser did not create a passkey. Try again, or go back.'
          : 'The browser did not use a passkey. Try again, or go back and sign in another way.';
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void run();
});
void run();
