import { type DocumentReader, getProperty, getTextAt, isObject, type Json, listAt } from '@context-sync/openapi';

/** Maximum depth of listed properties. */
const MAX_DEPTH = 5;
const MAX_TEXT_CHARS = 400;
const MAX_VALUES = 12;
/** Maximum number of values in an example. */
const MAX_EXAMPLE_VALUES = 150;

/** A property of a schema. */
export interface SchemaRow {
  /** Name after the names of the objects that contain the property, such as `owner.tags[]`. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

/** A schema as the API reference renders it: its type and its properties. */
export interface DescribedSchema {
  readonly type: string;
  readonly rows: readonly SchemaRow[];
  /** Whether some properties are omitted. */
  readonly isCut: boolean;
}

/** Describes a schema. A recursive schema is listed once, and then referenced by its name. @param maxRows maximum number of properties */
export function describeSchema(reader: DocumentReader, schema: unknown, maxRows: number): DescribedSchema {
  const walk = new SchemaWalk(reader, maxRows);
  walk.addProperties(schema, '', []);
  return { type: walk.getType(schema, 0), rows: walk.rows, isCut: walk.isCut };
}

class SchemaWalk {
  readonly rows: SchemaRow[] = [];
  isCut = false;
  readonly #reader: DocumentReader;
  readonly #maxRows: number;

  constructor(reader: DocumentReader, maxRows: number) {
    this.#reader = reader;
    this.#maxRows = maxRows;
  }

  /** Adds the properties of a schema. @param path the schemas that contain the schema */
  addProperties(schema: unknown, prefix: string, path: readonly unknown[]): void {
    const { value } = this.#reader.references.resolve(schema);
    if (!isObject(value) || path.includes(value)) return;
    if (path.length >= MAX_DEPTH) {
      this.isCut ||= getProperty(value, 'properties') !== undefined;
      return;
    }
    const innerPath = [...path, value];
    const requiredNames = new Set(listAt(value, 'required'));
    for (const [name, property] of this.#reader.entries(value, 'properties')) {
      if (this.rows.length >= this.#maxRows) {
        this.isCut = true;
        return;
      }
      const fullName = prefix === '' ? name : `${prefix}.${name}`;
      this.#addRow(fullName, property, requiredNames.has(name));
      this.addProperties(property, fullName, innerPath);
    }
    const items = getProperty(value, 'items');
    if (items !== undefined) this.addProperties(items, `${prefix}[]`, innerPath);
    const additionalProperties = getProperty(value, 'additionalProperties');
    if (isObject(additionalProperties))
      this.addProperties(additionalProperties, prefix === '' ? '*' : `${prefix}.*`, innerPath);
    for (const part of listAt(value, 'allOf')) this.addProperties(part, prefix, innerPath);
    for (const key of ['oneOf', 'anyOf'])
      for (const part of listAt(value, key).slice(0, MAX_VALUES)) this.addProperties(part, prefix, innerPath);
  }

  #addRow(name: string, property: unknown, required: boolean): void {
    const { value } = this.#reader.references.resolve(property);
    const description = getTextAt(property, 'description') ?? getTextAt(value, 'description') ?? '';
    const notes = [
      getProperty(value, 'deprecated') === true ? 'Deprecated.' : '',
      getProperty(value, 'readOnly') === true ? 'Only in responses.' : '',
      getProperty(value, 'writeOnly') === true ? 'Only in requests.' : '',
    ];
    this.rows.push({
      name: name.slice(0, MAX_TEXT_CHARS),
      type: this.getType(property, 0),
      required,
      description: [cutText(description), ...notes].filter((part) => part !== '').join(' '),
    });
  }

  /** Returns a short description of the type: a name, a list of values, or a type with its limits. */
  getType(schema: unknown, depth: number): string {
    const { value, name, external } = this.#reader.references.resolve(schema);
    if (name !== undefined) return cutText(name);
    if (external !== undefined) return cutText(external);
    if (typeof value === 'boolean') return value ? 'any' : 'nothing';
    if (!isObject(value) || depth > MAX_DEPTH) return 'any';
    const values = getProperty(value, 'const') === undefined ? listAt(value, 'enum') : [getProperty(value, 'const')];
    if (values.length > 0) {
      const shown = values.slice(0, MAX_VALUES).map((each) => cutText(formatJson(each as Json)));
      return [...shown, ...(values.length > MAX_VALUES ? ['…'] : [])].join(' or ');
    }
    for (const [key, joint] of [
      ['oneOf', ' or '],
      ['anyOf', ' or '],
      ['allOf', ' and '],
    ] as const) {
      const parts = listAt(value, key).slice(0, MAX_VALUES);
      if (parts.length > 0) return [...new Set(parts.map((part) => this.getType(part, depth + 1)))].join(joint);
    }
    const type = getProperty(value, 'type');
    const types = (Array.isArray(type) ? type : [type]).filter((each) => typeof each === 'string');
    const isNullable = getProperty(value, 'nullable') === true;
    const names = types.map((each) => this.#getTypeName(each, value, depth));
    return [...(names.length > 0 ? names : ['any']), ...(isNullable ? ['null'] : [])].join(' or ');
  }

  #getTypeName(type: string, value: unknown, depth: number): string {
    if (type === 'array') return `list of ${this.getType(getProperty(value, 'items'), depth + 1)}`;
    const details = [
      getTextAt(value, 'format'),
      getTextAt(value, 'pattern'),
      ...[
        ['minimum', 'at least'],
        ['maximum', 'at most'],
        ['minLength', 'from'],
        ['maxLength', 'up to'],
      ].flatMap(([key = '', text = '']) => {
        const limit = getProperty(value, key);
        const unit = key.endsWith('Length') ? ' characters' : '';
        return ['number', 'bigint'].includes(typeof limit) ? [`${text} ${String(limit)}${unit}`] : [];
      }),
      getProperty(value, 'default') === undefined
        ? undefined
        : `default ${formatJson(getProperty(value, 'default') as Json)}`,
    ].filter((each) => each !== undefined);
    return cutText(details.length > 0 ? `${type} (${details.join(', ')})` : type);
  }
}

const cutText = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > MAX_TEXT_CHARS ? `${line.slice(0, MAX_TEXT_CHARS).toWellFormed()}…` : line;
};

/** Formats a value as JSON. Preserves the digits of integers of more than 53 bits. */
export function formatJson(value: unknown, indent = 0): string {
  const convert = (_key: string, each: unknown) => (typeof each === 'bigint' ? Number(each) : each);
  return JSON.stringify(value, convert, indent) ?? '';
}

/**
 * Returns a value that a schema allows: the example of the schema, or else a value that is derived from the keywords.
 * @param isRequest whether to omit read-only properties
 */
export function createExample(reader: DocumentReader, schema: unknown, isRequest: boolean): unknown {
  let values = 0;
  const create = (each: unknown, path: readonly unknown[]): unknown => {
    const { value } = reader.references.resolve(each);
    values += 1;
    if (!isObject(value) || path.includes(value) || path.length > MAX_DEPTH || values > MAX_EXAMPLE_VALUES) return null;
    const [first] = listAt(value, 'examples');
    const candidates = [
      getProperty(value, 'example'),
      first,
      getProperty(value, 'default'),
      getProperty(value, 'const'),
    ];
    const exampleValue = candidates.find((candidate) => candidate !== undefined) ?? listAt(value, 'enum')[0];
    if (exampleValue !== undefined) return exampleValue;
    const innerPath = [...path, value];
    const parts = listAt(value, 'allOf').map((part) => create(part, innerPath));
    const [variant] = [...listAt(value, 'oneOf'), ...listAt(value, 'anyOf')];
    const mergedExample = Object.assign(
      {},
      ...[...parts, variant === undefined ? {} : create(variant, innerPath)].filter(isObject),
    );
    const properties = reader.entries(value, 'properties').flatMap(([name, property]): [string, unknown][] => {
      const resolved = reader.references.resolve(property).value;
      const isHidden = getProperty(resolved, isRequest ? 'readOnly' : 'writeOnly') === true;
      return isHidden || values > MAX_EXAMPLE_VALUES ? [] : [[name, create(property, innerPath)]];
    });
    if (properties.length > 0 || Object.keys(mergedExample).length > 0)
      return { ...mergedExample, ...Object.fromEntries(properties) };
    if (variant !== undefined) return create(variant, innerPath);
    return createScalar(value, () => create(getProperty(value, 'items'), innerPath));
  };
  return create(schema, []);
}

const TEXT_EXAMPLES: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  email: 'ann@example.com',
  uri: 'https://example.com',
  url: 'https://example.com',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
};

function createScalar(value: unknown, createItem: () => unknown): unknown {
  const type = getProperty(value, 'type');
  const name = Array.isArray(type) ? type.find((each) => each !== 'null') : type;
  switch (name) {
    case 'string':
      return TEXT_EXAMPLES[getTextAt(value, 'format') ?? ''] ?? 'string';
    case 'integer':
    case 'number': {
      const least = getProperty(value, 'minimum');
      return typeof least === 'number' ? least : 1;
    }
    case 'boolean':
      return true;
    case 'array':
      return [createItem()];
    case 'object':
      return {};
    default:
      return null;
  }
}
