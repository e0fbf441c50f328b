import { OpenapiError } from '@context-sync/openapi';
import { MAX_JSON_DEPTH } from '@context-sync/redaction';
import { MAX_JSON_VALUES } from '../../platform/parsing/measure-json.ts';

interface ValueSize {
  readonly depth: number;
  readonly values: number;
}

const SCALAR_SIZE: ValueSize = { depth: 0, values: 1 };

/**
 * Checks the depth of a document, and the number of its values with all YAML aliases expanded: aliases can refer to other aliases, so that a few lines
 * expand to more data than fits into memory. Measures each object once.
 * @throws OpenapiError
 */
export function checkSize(root: unknown): void {
  const sizes = new Map<unknown, ValueSize>();

  function measure(value: unknown, level: number): ValueSize {
    if (typeof value !== 'object' || value === null) return SCALAR_SIZE;
    const knownSize = sizes.get(value);
    if (knownSize) return knownSize;
    let [depth, values] = [0, 1];
    checkDepth(level);
    // A value can contain itself.
    sizes.set(value, SCALAR_SIZE);
    for (const child of Object.values(value)) {
      const size = measure(child, level + 1);
      depth = Math.max(depth, size.depth);
      values += size.values;
    }
    const size = { depth: depth + 1, values };
    sizes.set(value, size);
    return size;
  }

  const { depth, values } = measure(root, 1);
  checkDepth(depth);
  if (values > MAX_JSON_VALUES)
    throw new OpenapiError(`its YAML aliases expand to more than ${MAX_JSON_VALUES} values: use $ref`);
}

function checkDepth(depth: number): void {
  if (depth > MAX_JSON_DEPTH) throw new OpenapiError(`it is nested deeper than ${MAX_JSON_DEPTH} levels: use $ref`);
}
