import { truncate } from '@context-sync/base';
import { isObject, type Json } from './json-value.ts';

/** Returns as much of the value as fits into `maxChars` characters of JSON. `…` marks an omission. */
export function truncateJson(value: Json, maxChars: number): Json {
  let usedChars = 0;

  function truncateList(list: readonly Json[]): Json {
    usedChars += 2 + list.length;
    const keptItems: Json[] = [];
    for (const listEntry of list) {
      if (usedChars > maxChars) return [...keptItems, '…'];
      keptItems.push(truncateValue(listEntry));
    }
    return keptItems;
  }

  function truncateValue(current: Json): Json {
    if (usedChars > maxChars) return '…';
    if (Array.isArray(current)) return truncateList(current);
    if (isObject(current)) {
      const keptEntries: [string, Json][] = [];
      for (const [name, each] of Object.entries(current)) {
        if (usedChars > maxChars) return Object.fromEntries([...keptEntries, ['…', '…']]);
        usedChars += name.length + 4;
        keptEntries.push([name, truncateValue(each)]);
      }
      return Object.fromEntries(keptEntries);
    }
    const availableChars = Math.max(1, maxChars - usedChars);
    const keptValue = typeof current === 'string' ? truncate(current, availableChars) : current;
    usedChars += typeof keptValue === 'string' ? keptValue.length + 2 : 5;
    return keptValue;
  }

  return truncateValue(value);
}
