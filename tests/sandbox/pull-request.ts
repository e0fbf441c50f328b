import type { ActionResult, ActionRun } from '@context-sync/testkit';
import type { Sandbox, Target } from './sandbox.ts';

/** A pull request on the emulated GitHub. */
export class PullRequest {
  readonly number: number;
  readonly #sandbox: Sandbox;
  readonly #base: string | undefined;

  private constructor(sandbox: Sandbox, number: number, base: string | undefined) {
    this.#sandbox = sandbox;
    this.number = number;
    this.#base = base;
  }

  /** Opens a pull request for the checked-out commit. Without `base`, the payload of the event does not contain a base commit. */
  static async open(sandbox: Sandbox, title = 'Change the docs', base?: string): Promise<PullRequest> {
    const number = await sandbox.github.openPullRequest(title, await sandbox.repository.head());
    return new PullRequest(sandbox, number, base);
  }

  /**
   * Runs the shipped bundle for the pull request on the checked-out commit. The run has no key, as is the case for a pull request from a
   * fork.
   */
  async run(
    target: Target,
    inputs: Readonly<Record<string, string>> = {},
    more: Partial<ActionRun> = {},
  ): Promise<ActionResult> {
    const head = await this.#sandbox.repository.head();
    this.#sandbox.github.pushToPullRequest(this.number, head);
    return this.#sandbox.run(
      target,
      { 'api-key': '', 'installation-id': '', ...inputs },
      { eventName: 'pull_request', ref: `refs/pull/${this.number}/merge`, event: this.event(head), ...more },
    );
  }

  /** Returns the payload of the pull request event. */
  event(head: string): Readonly<Record<string, unknown>> {
    const { owner, repo } = this.#sandbox.github;
    return {
      number: this.number,
      pull_request: {
        number: this.number,
        title: 'Change the docs',
        head: { sha: head },
        ...(this.#base === undefined ? {} : { base: { ref: 'main', sha: this.#base } }),
      },
      repository: { default_branch: 'main', full_name: `${owner}/${repo}` },
    };
  }

  async comments(): Promise<readonly { author: string; body: string }[]> {
    return (await this.#sandbox.github.comments(this.number)).map(({ author, body }) => ({ author, body }));
  }

  async bodies(): Promise<readonly string[]> {
    return (await this.comments()).map(({ body }) => body);
  }

  /** Returns the methods of the requests that changed comments, excluding the first `from` requests. */
  writes(from = 0): readonly string[] {
    return this.#sandbox.github.requests
      .slice(from)
      .filter((request) => /^(?:POST|PATCH|DELETE) \S*\/comments/.test(request))
      .map((request) => request.split(' ')[0] ?? '');
  }
}
