/** Compares texts by code points, like git and UTF-8. The operator `<` compares UTF-16 code units and sorts emoji before U+FFxx. */
export function compareCodePoints(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  let index = 0;
  while (index < end && a.charCodeAt(index) === b.charCodeAt(index)) index++;
  if (index === end) return a.length - b.length;
  const unitA = a.charCodeAt(index);
  const unitB = b.charCodeAt(index);
  // A surrogate is part of a code point above U+FFFF, and surrogates have the same order as their code points.
  const aboveA = isSurrogate(unitA);
  return aboveA === isSurrogate(unitB) ? unitA - unitB : aboveA ? 1 : -1;
}

/** Compares texts by length, then by code points. */
export function compareByLength(a: string, b: string): number {
  return a.length - b.length || compareCodePoints(a, b);
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
