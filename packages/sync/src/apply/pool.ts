/**
 * Works off `items`, at most `limit` at a time, in order.
 * @param work must not reject; what it leaves undone when `stopped` turns true is returned
 */
export async function workOff<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
  stopped: () => boolean,
): Promise<T[]> {
  let next = 0;
  const worker = async () => {
    while (next < items.length && !stopped()) {
      const item = items[next];
      next += 1;
      if (item !== undefined) await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return items.slice(next);
}
