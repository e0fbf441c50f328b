import { type SecretForm, secretForms } from './secret-forms.ts';

/** Looks for secrets in everything that a run gives to others. */
export class SecretWatch {
  /** By the secret itself: several runs, each with its own, can be watched at a time. */
  readonly #secrets = new Map<string, { readonly name: string; readonly forms: readonly SecretForm[] }>();
  readonly #leaks = new Set<string>();

  /** From now on looks for these as well; `names` are what a report calls them. */
  add(secrets: Readonly<Record<string, string>>): void {
    for (const [name, secret] of Object.entries(secrets))
      this.#secrets.set(secret, { name, forms: secretForms(secret) });
  }

  /** @param where the text stands, for the report; the report does not hold the secret */
  look(where: string, text: string): void {
    const rendered = asRendered(text);
    for (const { name, forms } of this.#secrets.values()) {
      for (const form of forms) {
        if (text.includes(form.text)) this.#leaks.add(`${name} ${form.name}, in ${where}`);
        else if (rendered.includes(form.text)) this.#leaks.add(`${name} ${form.name} once rendered, in ${where}`);
      }
    }
  }

  /** What was found since the last time. */
  take(): string[] {
    const leaks = [...this.#leaks];
    this.#leaks.clear();
    return leaks;
  }
}

/** What a reader of the Markdown or HTML sees and can copy: character references are resolved, and tags that only allow a line break are gone. */
function asRendered(text: string): string {
  return text
    .replaceAll(/<wbr>/gi, '')
    .replaceAll(/&#(\d{1,6});/g, (_reference, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
