import type { DocumentReader, Entry } from '@context-sync/openapi';
import type { SchemaScope } from './schema-sections.ts';
import type { Schemas } from './schema-view.ts';
import type { SectionWriter } from './section-writer.ts';

/** An error response that is identical in several operations. The response is described once per document, because it is not specific to any operation. */
export interface SharedResponse {
  readonly status: string;
  readonly value: unknown;
  /** Summary of the response for the sections of the operations, on one line. */
  readonly words: string;
}

/** An OpenAPI document and the caches for writing its parts. */
export interface Description extends DocumentReader {
  readonly schemas: Schemas;
  /** Component schemas that are described at least once. */
  readonly written: Set<string>;
  /** Component schemas that several positions use. */
  readonly sharedSchemas: ReadonlySet<string>;
  /** Component schemas whose descriptions are already written. */
  readonly texts: Set<string>;
  /** Component schemas that are named at least once without their structure. */
  readonly elided: Set<string>;
  /** Headings of the operations whose bodies name a shared component, by component. */
  readonly bodies: Map<string, Set<string>>;
  /** Error responses that are described once per document, by key. */
  readonly shared: ReadonlyMap<string, SharedResponse>;
  /** Response headers that are described once per document, by key. */
  readonly sharedHeaders: ReadonlyMap<string, Entry>;
  /** The content of responses and headers as text, which is used to compare them. */
  readonly contentTexts: WeakMap<object, string>;
}

/** The state for writing the content under one heading. */
export interface Scope extends SchemaScope, Description {
  /** Example values that are already written in this section, with the names of their units. */
  readonly examples: Map<unknown, string>;
}

/** Number of levels of nested properties in an operation, and in a section that describes only a schema. */
const MAX_LEVELS = 4;
const SCHEMA_LEVELS = 8;

/** Returns the state of a section. `heading` is the heading of an operation; empty for a section that describes only a schema. */
export function getScope(description: Description, writer: SectionWriter, heading = '', isSchema = false): Scope {
  return {
    ...description,
    ...{ writer, heading, isSchema, levels: isSchema ? SCHEMA_LEVELS : MAX_LEVELS, namesShared: false, open: [] },
    ...{ described: new Map(), examples: new Map(), owned: new Set() },
  };
}
