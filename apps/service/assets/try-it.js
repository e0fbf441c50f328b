// Sends the request of an operation from this browser to the server of the API, and displays the response as text.
const MAX_SHOWN_CHARS = 100_000;
const TIMEOUT_MS = 30_000;

const form = document.querySelector('form[data-try-it]');

function buildRequest() {
  const fields = [...form.querySelectorAll('[data-in]')].filter(({ value }) => value !== '');
  const of = (place) => fields.filter(({ dataset }) => dataset.in === place);
  let { path } = form.dataset;
  for (const { dataset, value } of of('path')) path = path.replaceAll(`{${dataset.name}}`, encodeURIComponent(value));
  const url = new URL(`${form.elements.namedItem('try-server').value}${path}`);
  for (const { dataset, value } of of('query')) url.searchParams.append(dataset.name, value);
  const headers = new Headers();
  for (const { dataset, value } of of('header')) headers.set(dataset.name, value);
  for (const { value } of of('bearer')) headers.set('Authorization', `Bearer ${value}`);
  for (const { value } of of('basic')) headers.set('Authorization', `Basic ${btoa(value)}`);
  const [body] = of('body');
  if (body) headers.set('Content-Type', body.dataset.name);
  return { url, headers, body: body?.value };
}

async function send(output) {
  let request;
  try {
    request = buildRequest();
  } catch (error) {
    output.textContent = `The request cannot be sent: ${error.message}`;
    return;
  }
  const { url, ...options } = request;
  output.textContent = 'Sending…';
  try {
    const response = await fetch(url, {
      ...options,
      method: form.dataset.method,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    output.textContent = `${response.status} ${response.statusText}\n${type}\n\n${text.slice(0, MAX_SHOWN_CHARS)}`;
  } catch (error) {
    output.textContent =
      error.name === 'TimeoutError'
        ? `The server ${url.origin} has not responded within ${TIMEOUT_MS / 1000} seconds.`
        : `The browser got no response that this page may read. Either ${url.origin} cannot be reached, or it does not allow requests from other sites (CORS). Send the request with curl instead.`;
  }
}

if (form) {
  const output = form.querySelector('output');
  form.closest('section').hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(output);
  });
}
