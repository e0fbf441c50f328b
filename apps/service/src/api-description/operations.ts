import { isObject, type Json, type JsonObject, listAt, objectAt, property, textAt } from './json.ts';
import { dereferenced } from './reference.ts';

/** Tags that are read of an operation: thousands of operations may refer to the same long list. */
const MOST_TAGS = 100;
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

/** One operation of a description, with where it stands. */
export interface Operation {
  /** In upper case. */
  readonly method: string;
  /** As the description writes it, with `{parameters}`. */
  readonly path: string;
  readonly operationId: string | undefined;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** What all operations of the path share. */
  readonly pathItem: JsonObject;
  readonly operation: Json;
}

/** In the order of the description. */
export function operationsOf(document: JsonObject): Operation[] {
  return Object.entries(objectAt(document, 'paths')).flatMap(([path, value]) => {
    const pathItem = dereferenced(document, value);
    if (!path.startsWith('/') || !isObject(pathItem)) return [];
    const methods = METHODS.filter((method) => Object.hasOwn(pathItem, method));
    return methods.map((method) => operationOf(method, path, pathItem, property(pathItem, method) ?? null));
  });
}

function operationOf(method: string, path: string, pathItem: JsonObject, operation: Json): Operation {
  const said = isObject(operation) ? operation : {};
  return {
    method: method.toUpperCase(),
    path,
    operationId: textAt(said, 'operationId'),
    summary: textAt(said, 'summary') ?? textAt(pathItem, 'summary'),
    description: textAt(said, 'description') ?? textAt(pathItem, 'description'),
    tags: listAt(said, 'tags')
      .slice(0, MOST_TAGS)
      .filter((tag) => typeof tag === 'string'),
    deprecated: property(said, 'deprecated') === true,
    pathItem,
    operation,
  };
}

/** The operations of a path: written as the description does, with other names of its parameters, or filled in. */
export function operationsAt(operations: readonly Operation[], path: string): Operation[] {
  const [plain = ''] = path.replace(/^https?:\/\/[^/]+/i, '').split(/[?#]/);
  const asked = plain.length > 1 ? plain.replace(/\/+$/, '') : plain;
  const exact = operations.filter((each) => each.path === asked);
  if (exact.length > 0) return exact;
  const shape = shapeOf(asked);
  const alike = operations.filter((each) => shapeOf(each.path) === shape);
  if (alike.length > 0) return alike;
  const filled = operations.filter((each) => isFilled(each.path, asked));
  // "/users/me" is the path of that name before it is "/users/{id}".
  const fewest = Math.min(...filled.map((each) => parametersIn(each.path)));
  const best = filled.find((each) => parametersIn(each.path) === fewest);
  return filled.filter((each) => each.path === best?.path);
}

function shapeOf(path: string): string {
  return path.replaceAll(/\{[^{}/]*\}/g, '{}');
}

function parametersIn(path: string): number {
  return path.split('{').length - 1;
}

/** Segment by segment, so that no path can make the comparison long. */
function isFilled(template: string, path: string): boolean {
  const [wanted, given] = [template.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => {
      const open = segment.indexOf('{');
      const value = given[index] ?? '';
      if (open < 0) return segment === value;
      const close = segment.lastIndexOf('}');
      const [before, after] = [segment.slice(0, open), segment.slice(close + 1)];
      return value.length > before.length + after.length && value.startsWith(before) && value.endsWith(after);
    })
  );
}
