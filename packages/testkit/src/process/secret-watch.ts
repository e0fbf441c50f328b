import { listSecretForms, type SecretForm } from './secret-forms.ts';

/** Searches the output of a run for secrets. */
export class SecretWatch {
  /** The secrets to search for, with their names and encoded forms. Several runs with different secrets can be checked at the same time. */
  readonly #secrets = new Map<string, { readonly name: string; readonly forms: readonly SecretForm[] }>();
  readonly #leaks = new Set<string>();

  /** Adds secrets to search for, with their names for reports. */
  add(secrets: Readonly<Record<string, string>>): void {
    for (const [name, secret] of Object.entries(secrets))
      this.#secrets.set(secret, { name, forms: listSecretForms(secret) });
  }

  /** Searches a text for secrets. @param location location of the text for the report, which does not contain the secret */
  look(location: string, text: string): void {
    const renderedText = renderText(text);
    for (const { name, forms } of this.#secrets.values()) {
      for (const form of forms) {
        if (text.includes(form.text)) this.#leaks.add(`${name} ${form.name}, in ${location}`);
        else if (renderedText.includes(form.text))
          this.#leaks.add(`${name} ${form.name} after rendering, in  ${location}`);
      }
    }
  }

  /** Returns the leaks that were found since the last call. */
  takeLeaks(): string[] {
    const foundLeaks = [...this.#leaks];
    this.#leaks.clear();
    return foundLeaks;
  }
}

/** Returns the text that a reader of rendered Markdown or HTML can copy. Character references are resolved, and line break tags are removed. */
function renderText(text: string): string {
  return text
    .replaceAll(/<wbr>/gi, '')
    .replaceAll(/&#(\d{1,6});/g, (_reference, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
