import { isObject, type References } from '@context-sync/openapi';
import type { Entries } from './entries.ts';
import type { SchemaScope } from './schema-list.ts';
import type { Schemas } from './schema-view.ts';
import type { Sheet } from './section-writer.ts';
import { textAt } from './value.ts';

/** An API description, and what all of its parts are written with. */
export interface Description {
  readonly root: unknown;
  readonly entries: Entries;
  readonly references: References;
  readonly schemas: Schemas;
  /** Schemas of the components that are described somewhere. */
  readonly written: Set<string>;
  /** Those that are named somewhere without what they hold. */
  readonly elided: Set<string>;
}

/** What is written under one heading. */
export interface Scope extends SchemaScope, Description {
  /** Example values that are on the sheet. */
  readonly examples: Set<unknown>;
}

export function scopeOf(description: Description, sheet: Sheet): Scope {
  return { ...description, sheet, described: new Set(), examples: new Set() };
}

/** An object with its reference followed; a description beside the reference goes before its own. Undefined if it stands elsewhere. */
export function follow({ references }: Description, value: unknown): { object: unknown; external?: string } {
  const target = references.resolve(value);
  if (target.external !== undefined) return { object: undefined, external: target.external };
  const own = textAt(value, 'description');
  if (target.value === value || own === '' || !isObject(target.value)) return { object: target.value };
  return { object: { ...target.value, description: own } };
}
