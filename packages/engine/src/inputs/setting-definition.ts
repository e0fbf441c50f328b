import type { z } from 'zod';
import type { InputSchema } from './input-schemas.ts';

/**
 * The definition of an input of the workflow, or of a setting of the configuration file. action.yml, the settings, the schema of the file and the
 * tests are derived from it.
 */
export interface SettingDefinition {
  /** Description in Markdown for action.yml, the documentation and editors. */
  readonly description: string;
  /** Schema that parses and validates the text of the input. */
  readonly schema: InputSchema<unknown>;
  /** Text that is used if the input is not set. */
  readonly default?: string;
  /** Default that is an expression of GitHub Actions, which only GitHub can evaluate. */
  readonly workflowDefault?: string;
  readonly required?: true;
  /** Type of the setting in the configuration file; undefined if only the workflow can set it. */
  readonly config?: z.ZodType;
  /**
   * Effect of a changed value. With `items`, a change affects the items of documents, so that every document is read again. With `sync`, a change
   * affects which documents are synced or how the repository is connected. Undefined if a change affects neither.
   */
  readonly affects?: 'items' | 'sync';
  /** Whether the value is a secret that must not be printed. */
  readonly secret?: true;
}
