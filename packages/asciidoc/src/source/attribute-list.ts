/** The attributes in the brackets of a block attribute line or a macro. */
export interface AttributeList {
  readonly positional: readonly string[];
  readonly named: ReadonlyMap<string, string>;
}

const NAME_PATTERN = /([\p{L}_][\p{L}\p{N}_.-]{0,99})[ \t]*=[ \t]*/uy;

/** Parses `first,second,name=value,name="a, b"`. In quoted values, a backslash escapes the quote. */
export function parseAttributeList(text: string): AttributeList {
  const positionalValues: string[] = [];
  const namedAttributes = new Map<string, string>();
  let index = 0;
  while (index <= text.length) {
    index = skipSpace(text, index);
    NAME_PATTERN.lastIndex = index;
    const name = NAME_PATTERN.exec(text)?.[1];
    if (name !== undefined) index = NAME_PATTERN.lastIndex;
    const { value, end } = parseValue(text, index);
    if (name === undefined) positionalValues.push(value);
    else namedAttributes.set(name.toLowerCase(), value);
    index = end + 1;
  }
  if (positionalValues.length === 1 && positionalValues[0] === '') positionalValues.pop();
  return { positional: positionalValues, named: namedAttributes };
}

/** Returns the value at `index` and the position of the comma after it. */
function parseValue(text: string, index: number): { value: string; end: number } {
  const quote = text[index];
  if (quote === '"' || quote === "'") {
    let closeIndex = index + 1;
    while (closeIndex < text.length && text[closeIndex] !== quote) closeIndex += text[closeIndex] === '\\' ? 2 : 1;
    const nextToken = skipSpace(text, closeIndex + 1);
    const isEnd = nextToken >= text.length || text[nextToken] === ',';
    // As in Asciidoctor, a comma may be missing before the next name.
    const isNext = nextToken > closeIndex + 1 && isNameAt(text, nextToken);
    if (closeIndex < text.length && (isEnd || isNext))
      return {
        value: text.slice(index + 1, closeIndex).replaceAll(`\\${quote}`, quote),
        end: isEnd ? nextToken : nextToken - 1,
      };
  }
  const comma = text.indexOf(',', index);
  const end = comma < 0 ? text.length : comma;
  return { value: text.slice(index, end).trim(), end };
}

function isNameAt(text: string, index: number): boolean {
  NAME_PATTERN.lastIndex = index;
  return NAME_PATTERN.test(text);
}

function skipSpace(text: string, from: number): number {
  let index = from;
  while (text[index] === ' ' || text[index] === '\t') index += 1;
  return index;
}
