/** Returns the element at an index that is known to exist. Throws if it does not, because reading on would only hide the defect. */
export function elementAt<T>(values: readonly T[], index: number): T {
  const value = values[index];
  if (value === undefined) throw new RangeError(`no element at index ${index} of ${values.length}`);
  return value;
}

/** Returns the last element of a list that is known not to be empty. */
export function lastOf<T>(values: readonly T[]): T {
  return elementAt(values, values.length - 1);
}
