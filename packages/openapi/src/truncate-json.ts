import { truncate } from '@context-sync/base';
import { isObject, type Json } from './json.ts';

/** Returns as much of the value as fits into `maxChars` characters of JSON. `…` marks an omission. */
export function truncateJson(value: Json, maxChars: number): Json {
  let used = 0;

  function truncateList(list: readonly Json[]): Json {
    used += 2 + list.length;
    const kept: Json[] = [];
    for (const each of list) {
      if (used > maxChars) return [...kept, '…'];
      kept.push(truncateValue(each));
    }
    return kept;
  }

  function truncateValue(current: Json): Json {
    if (used > maxChars) return '…';
    if (Array.isArray(current)) return truncateList(current);
    if (isObject(current)) {
      const kept: [string, Json][] = [];
      for (const [name, each] of Object.entries(current)) {
        if (used > maxChars) return Object.fromEntries([...kept, ['…', '…']]);
        used += name.length + 4;
        kept.push([name, truncateValue(each)]);
      }
      return Object.fromEntries(kept);
    }
    const room = Math.max(1, maxChars - used);
    const shown = typeof current === 'string' ? truncate(current, room) : current;
    used += typeof shown === 'string' ? shown.length + 2 : 5;
    return shown;
  }

  return truncateValue(value);
}
