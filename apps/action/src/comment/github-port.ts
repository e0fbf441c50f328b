/** The fields of a comment in GitHub's responses that the action uses. */
export interface IssueComment {
  readonly id: number;
  readonly body?: string | undefined;
  readonly user: { readonly login: string; readonly type?: string } | null;
}

/** A pull request that GitHub associates with a commit. */
export interface AssociatedPullRequest {
  readonly number: number;
  readonly merged_at: string | null;
  readonly merge_commit_sha: string | null;
}

/** Repository of a request. It is a type instead of an interface because Octokit's parameters require an index signature. */
type RepositoryRef = { owner: string; repo: string };

/** The part of Octokit that the action uses. In GitHub's API, comments on a pull request are comments on the issue with the same number. */
export interface GitHubPort {
  readonly rest: {
    readonly issues: {
      listComments(
        at: RepositoryRef & { issue_number: number; per_page: number; page: number },
      ): Promise<{ data: readonly IssueComment[] }>;
      createComment(at: RepositoryRef & { issue_number: number; body: string }): Promise<{ data: IssueComment }>;
      updateComment(at: RepositoryRef & { comment_id: number; body: string }): Promise<unknown>;
      deleteComment(at: RepositoryRef & { comment_id: number }): Promise<unknown>;
    };
    readonly users: { getAuthenticated(): Promise<{ data: { login: string } }> };
    readonly pulls: {
      get(at: RepositoryRef & { pull_number: number }): Promise<{ data: { head: { sha: string } } }>;
    };
    readonly repos: {
      listPullRequestsAssociatedWithCommit(
        at: RepositoryRef & { commit_sha: string; per_page: number },
      ): Promise<{ data: readonly AssociatedPullRequest[] }>;
    };
  };
  graphql(query: string): Promise<unknown>;
}

/** Repository and number of a pull request. */
export interface PullRequestRef {
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
}
