/** Returns the element at an index that must exist. Throws an error if the index is out of range, because a fallback value would hide the bug. */
export function getElementAt<T>(values: ArrayLike<T>, index: number): T {
  const value = values[index];
  if (value === undefined) throw new RangeError(`no element at index ${index} of ${values.length}`);
  return value;
}

/** Returns the last element of a list that must not be empty. Throws an error if the list is empty. */
export function getLast<T>(values: ArrayLike<T>): T {
  return getElementAt(values, values.length - 1);
}

/** Returns the value of a key that must be in the map. Throws an error if the map does not contain the key. */
export function getExisting<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new RangeError(`no value for the key ${String(key)}`);
  return value;
}
