/** The attributes in the brackets of a block attribute line or a macro. */
export interface AttributeList {
  readonly positional: readonly string[];
  readonly named: ReadonlyMap<string, string>;
}

const NAME = /([\p{L}_][\p{L}\p{N}_.-]{0,99})[ \t]*=[ \t]*/uy;

/** Parses `first,second,name=value,name="a, b"`. In quoted values, a backslash escapes the quote. */
export function parseAttributeList(text: string): AttributeList {
  const positional: string[] = [];
  const named = new Map<string, string>();
  let at = 0;
  while (at <= text.length) {
    at = skipSpace(text, at);
    NAME.lastIndex = at;
    const name = NAME.exec(text)?.[1];
    if (name !== undefined) at = NAME.lastIndex;
    const { value, end } = parseValue(text, at);
    if (name === undefined) positional.push(value);
    else named.set(name.toLowerCase(), value);
    at = end + 1;
  }
  if (positional.length === 1 && positional[0] === '') positional.pop();
  return { positional, named };
}

/** Returns the value at `at` and the position of the comma after it. */
function parseValue(text: string, at: number): { value: string; end: number } {
  const quote = text[at];
  if (quote === '"' || quote === "'") {
    let close = at + 1;
    while (close < text.length && text[close] !== quote) close += text[close] === '\\' ? 2 : 1;
    const behind = skipSpace(text, close + 1);
    const isEnd = behind >= text.length || text[behind] === ',';
    // As in Asciidoctor, a comma may be missing before the next name.
    const isNext = behind > close + 1 && isNameAt(text, behind);
    if (close < text.length && (isEnd || isNext))
      return {
        value: text.slice(at + 1, close).replaceAll(`\\${quote}`, quote),
        end: isEnd ? behind : behind - 1,
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
