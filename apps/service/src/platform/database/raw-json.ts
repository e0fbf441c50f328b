/** Serialized JSON that is stored and returned unchanged, so that numbers keep their digits and a large value is not parsed again. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
