import type { Workflow } from './arazzo.ts';

export type { Workflow, WorkflowStep } from './arazzo.ts';

/** Maximum number of use cases of a project. */
export const MAX_USE_CASES = 200;

/** A use case, as a client sends it. */
export interface UseCaseInput {
  readonly workflow: Workflow;
  /** Whether the use case is public. */
  readonly public: boolean;
}

/** A task that users do with the API, step by step. */
export interface UseCase extends UseCaseInput {
  readonly id: string;
  readonly etag: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The order of the use cases of a project. */
export interface UseCaseOrder {
  readonly ids: readonly string[];
  readonly etag: string;
}

/** Reasons why a use case was not stored: another use case has the same workflow id, or the limit is reached. */
export type UseCaseRefusal = { readonly sameAs: string } | { readonly limit: number };

/** Counts of an import. */
export interface UseCaseImport {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Ids of the use cases, in the order of the document. */
  readonly ids: readonly string[];
}

/** The use cases of projects. */
export interface UseCases {
  /** Returns all use cases in the stored order. */
  list(projectId: string): Promise<UseCase[]>;
  get(projectId: string, id: string): Promise<UseCase | undefined>;
  /** Returns a text that changes with every change of a use case and of the order. */
  version(projectId: string): Promise<string>;
  order(projectId: string): Promise<UseCaseOrder>;
  /** Adds a use case at the end. */
  create(projectId: string, input: UseCaseInput): Promise<UseCase | UseCaseRefusal>;
  /**
   * Replaces a use case.
   * @param known ETags, one of which must be that of the stored use case; undefined for an unconditional change
   * @returns undefined if the use case does not exist
   */
  replace(
    projectId: string,
    id: string,
    input: UseCaseInput,
    known?: readonly string[],
  ): Promise<UseCase | UseCaseRefusal | { readonly changed: UseCase } | undefined>;
  delete(projectId: string, id: string, known?: readonly string[]): Promise<boolean | { readonly changed: UseCase }>;
  /**
   * Changes the order. Use cases that are not listed come last, in their previous order.
   * @param ids ids of use cases, or of their workflows
   * @returns the stored order if it differs from the known one; the first id that does not exist
   */
  reorder(
    projectId: string,
    ids: readonly string[],
    known?: readonly string[],
  ): Promise<UseCaseOrder | { readonly changed: UseCaseOrder } | { readonly unknown: string }>;
  /** Creates or replaces use cases, matched by the ids of their workflows. */
  import(projectId: string, inputs: readonly UseCaseInput[]): Promise<UseCaseImport | { readonly limit: number }>;
}

/** The port for use cases. */
export interface UseCasePorts {
  readonly useCases: UseCases;
}
