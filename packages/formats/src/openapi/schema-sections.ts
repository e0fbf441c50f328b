import type { SchemaChoice } from './schema-merge.ts';
import type { Schemas, SchemaView } from './schema-view.ts';
import type { SectionWriter } from './section-writer.ts';

/** The section in which schemas are written, and the schemas that it already contains. */
export interface SchemaScope {
  readonly writer: SectionWriter;
  readonly schemas: Schemas;
  /** Identities of the schemas that are already described in this section, with the names of their units. */
  readonly described: Map<string, string>;
  /** Components that are described in at least one section. */
  readonly written: Set<string>;
  /** Components that several positions use. Each has a section of its own; other sections describe at most its first level. */
  readonly sharedSchemas: ReadonlySet<string>;
  /** Components whose descriptions are already written. */
  readonly texts: Set<string>;
  /** Components that a section names without their structure or describes only in part. */
  readonly elided: Set<string>;
  /** Headings of the operations whose bodies name a shared component, by component. */
  readonly bodies: Map<string, Set<string>>;
  /** Heading of the section of an operation. */
  readonly heading: string;
  /** The components whose structure is being written, outermost first. */
  readonly open: string[];
  /** Number of levels of nested properties that are described. */
  readonly levels: number;
  /** Whether the section describes only a schema. */
  readonly isSchema: boolean;
  /** Whether to name the properties of shared components without describing even their first level, as in a response. */
  readonly namesShared: boolean;
  /** Shared components that this section describes completely, because it is the first section that uses them. */
  readonly owned: Set<string>;
}

/** Records that the section omits a part. The surrounding component gets a section of its own. */
export function recordOmission({ open, written, elided }: SchemaScope): void {
  const component = open.at(-1);
  if (component === undefined) return;
  written.delete(component);
  elided.add(component);
}

/** Records that the body of an operation names a component. */
export function recordBody({ bodies, heading }: SchemaScope, component: string): void {
  if (heading === '') return;
  const headings = bodies.get(component);
  if (headings) headings.add(heading);
  else bodies.set(component, new Set([heading]));
}

/** Records that this section describes the structure of a component. Of the sections that unfold a shared component, only the first one is complete. */
export function recordStructure(
  { sharedSchemas, written, owned, isSchema }: SchemaScope,
  component: string | undefined,
): void {
  if (component === undefined) return;
  const isShared = sharedSchemas.has(component) && !isSchema;
  if (isShared && written.has(component)) return;
  if (isShared) owned.add(component);
  written.add(component);
}

/** Minimum number of values of a shared enumeration that has a section of its own. */
const LONG_ENUMERATION = 12;

/** Returns whether a shared component lists so many values that they have a section of their own. */
export function isLongEnumeration(
  { sharedSchemas, elided, isSchema, open }: SchemaScope,
  view: SchemaView,
  level: number,
): boolean {
  const { component, keywords } = view;
  if (component === undefined || !sharedSchemas.has(component) || (isSchema && level === 0 && open.length === 0))
    return false;
  const values = keywords.get('enum');
  if (!Array.isArray(values) || values.length < LONG_ENUMERATION) return false;
  elided.add(component);
  return true;
}

/** Returns whether a structure belongs to the section of a shared component, and not to this section. */
export function isDescribedElsewhere(
  { sharedSchemas, open, isSchema, namesShared, owned }: SchemaScope,
  component: string | undefined,
  level: number,
): boolean {
  if ((level > 0 || namesShared) && component !== undefined && sharedSchemas.has(component)) return true;
  return !isSchema && open.some((each) => sharedSchemas.has(each) && !owned.has(each));
}

/** Returns the names of the options if each option is a shared component, which has a section of its own. */
export function listSharedNames(
  { schemas, sharedSchemas, elided }: SchemaScope,
  { members }: SchemaChoice,
): string[] | undefined {
  const views = members.map((member) => schemas.view(member));
  const names = views.flatMap(({ component, ownDescription }) =>
    component !== undefined && sharedSchemas.has(component) && ownDescription === '' ? [component] : [],
  );
  if (names.length < members.length) return undefined;
  for (const name of names) elided.add(name);
  return [...new Set(names)];
}
