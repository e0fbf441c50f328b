import { GitError } from './git-error.ts';

/** A reader of lines and byte ranges from a stream. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async line(): Promise<string> {
    for (;;) {
      const end = this.#held.indexOf(0x0a);
      if (end >= 0) {
        const line = this.#held.subarray(0, end).toString('utf8');
        this.#held = this.#held.subarray(end + 1);
        return line;
      }
      if (!(await this.#more())) return this.#held.toString('utf8');
    }
  }

  async take(size: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let missingBytes = size;
    for (;;) {
      const part = this.#held.subarray(0, missingBytes);
      parts.push(part);
      this.#held = this.#held.subarray(part.length);
      missingBytes -= part.length;
      if (missingBytes === 0) return parts.length === 1 ? part : Buffer.concat(parts);
      if (!(await this.#more())) throw new GitError('git exited before the whole object was read');
    }
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done) return false;
    this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value]);
    return true;
  }
}
