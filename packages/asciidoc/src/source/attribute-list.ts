/** The attributes in the brackets of a block attribute line or a macro. */
export interface AttributeList {
  readonly positional: readonly string[];
  readonly named: ReadonlyMap<string, string>;
}

const NAME = /([\p{L}_][\p{L}\p{N}_.-]{0,99})[ \t]*=[ \t]*/uy;

/** Parses `first,second,name=value,name="a, b"`. In quoted values, a backslash escapes the quote. */
export function parseAttributeList(text: string): AttributeList {
  const positionalValues: string[] = [];
  const namedAttributes = new Map<string, string>();
  let at = 0;
  while (at <= text.length) {
    at = skipSpace(text, at);
    NAME.lastIndex = at;
    const name = NAME.exec(text)?.[1];
    if (name !== undefined) at = NAME.lastIndex;
    const { value, end } = parseValue(text, at);
    if (name === undefined) positionalValues.push(value);
    else namedAttributes.set(name.toLowerCase(), value);
    at = end + 1;
  }
  if (positionalValues.length === 1 && positionalValues[0] === '') positionalValues.pop();
  return { positional: positionalValues, named: namedAttributes };
}

/** Returns the value at `at` and the position of the comma after it. */
function parseValue(text: string, at: number): { value: string; end: number } {
  const quote = text[at];
  if (quote === '"' || quote === "'") {
    let closeIndex = at + 1;
    while (closeIndex < text.length && text[closeIndex] !== quote) closeIndex += text[closeIndex] === '\\' ? 2 : 1;
    const nextToken = skipSpace(text, closeIndex + 1);
    const isEnd = nextToken >= text.length || text[nextToken] === ',';
    // As in Asciidoctor, a comma may be missing before the next name.
    const isNext = nextToken > closeIndex + 1 && isNameAt(text, nextToken);
    if (closeIndex < text.length && (isEnd || isNext))
      return {
        value: text.slice(at + 1, closeIndex).replaceAll(`\\${quote}`, quote),
        end: isEnd ? nextToken : nextToken - 1,
      };
  }
  const comma = text.indexOf(',', at);
  const end = comma < 0 ? text.length : comma;
  return { value: text.slice(at, end).trim(), end };
}

function isNameAt(text: string, at: number): boolean {
  NAME.lastIndex = at;
  return NAME.test(text);
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at;
}
