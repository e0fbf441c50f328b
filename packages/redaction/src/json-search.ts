import { createCodeContext } from './code-context.ts';
import { containsSecret, type ValuePosition } from './holds-secret.ts';
import { CLOSE_BRACE, CLOSE_BRACKET, COLON, COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE } from './json-codes.ts';
import { type JsonProblem, JsonScanner } from './json-scanner.ts';
import { decodeJsonString, encodeJsonSpans } from './json-string.ts';
import type { NameTraits } from './name-traits.ts';
import { REDACTED } from './redaction-marker.ts';
import type { NameKind } from './sensitive-names.ts';
import { mergeSpans, shiftSpans, type TextSpan } from './text-span.ts';

/** Rules for the names and strings of a JSON text that is searched for secrets. */
export interface JsonRules {
  readonly getTraits: (name: string) => NameTraits;
  /** Returns whether a string of a length with these signs contains no secret. Most strings are decided without copying them. */
  readonly isHarmless: (length: number, signs: number) => boolean;
  /** Finds secrets in a string of the JSON text. */
  readonly findInString: (text: string, signs?: number) => readonly TextSpan[];
}

export interface JsonFinding {
  readonly spans: readonly TextSpan[];
  /** Undefined if the text is valid JSON, or several JSON texts on separate lines. */
  readonly problem: JsonProblem | undefined;
  readonly valueCount: number;
}

/** A value that is a secret if its name, or the name in a property of the same object, has a kind. */
interface NamedValue {
  readonly traits: NameTraits;
  readonly value: JsonToken;
}

/** The position of a value. */
interface JsonToken {
  readonly start: number;
  readonly end: number;
  /** End of the content of a string. */
  readonly contentEnd: number;
  readonly isComplete: boolean;
  /** Content of the value: a combination of the flags `CONTENT` and `TEXT`. Set only if the content of a surrounding object or list must be inspected. */
  readonly content: number;
}

/** Flag of a value that is a secret under a name such as `password`, or that contains such a value. */
const CONTENT = 1;
/** Flag of a value that is a secret under a name such as `tokens`, or that contains such a value. */
const TEXT = 2;

/** Minimum length of a property name that is searched for secrets. */
const MIN_SEARCHED_NAME_LENGTH = 16;

/** Finds secrets in JSON, JSON Lines or truncated JSON. The text is read once, and everything but the secrets can stay as it is, such as long numbers. */
export function findInJson(text: string, offset: number, maxDepth: number, rules: JsonRules): JsonFinding {
  const search = new JsonSearch(new JsonScanner(text, offset), rules);
  return search.run(maxDepth);
}

class JsonSearch {
  readonly #scanner: JsonScanner;
  readonly #rules: JsonRules;
  readonly #spans: TextSpan[] = [];
  /** Names of the properties read so far in the current object, preceded by the names of the objects around it. */
  readonly #names: string[] = [];
  /** The value that was read last. Most values are not needed later, so no object is created for them. */
  #start = 0;
  #end = 0;
  #contentEnd = 0;
  #isComplete = false;
  #tokenContent = 0;
  /** Number of objects and lists around the current value whose content must be inspected, because their names alone do not show whether they are secrets. */
  #inspections = 0;
  /** Content flags of the values that were read since the start of the outermost inspected object or list. */
  #content = 0;

  constructor(scanner: JsonScanner, rules: JsonRules) {
    this.#scanner = scanner;
    this.#rules = rules;
  }

  run(maxDepth: number): JsonFinding {
    const scanner = this.#scanner;
    let valueCount = 0;
    scanner.skipSpace();
    do {
      valueCount += 1;
      this.#readValue('property', maxDepth);
    } while (scanner.problem === undefined && this.#skipToNextLine());
    return { spans: mergeSpans(this.#spans), problem: scanner.problem, valueCount };
  }

  /** Returns whether another value follows, on another line. */
  #skipToNextLine(): boolean {
    const scanner = this.#scanner;
    const end = scanner.offset;
    scanner.skipSpace();
    if (scanner.offset === scanner.text.length) return false;
    if (scanner.text.slice(end, scanner.offset).includes('\n')) return true;
    scanner.fail();
    return false;
  }

  #readValue(position: ValuePosition, depth: number): void {
    const scanner = this.#scanner;
    const { code } = scanner;
    if (code === QUOTE) this.#readString();
    else if (code !== OPEN_BRACE && code !== OPEN_BRACKET) scanner.readScalar();
    else if (depth === 0) scanner.problem = 'deep';
    else if (code === OPEN_BRACE) this.#readObject(position, depth - 1);
    else this.#readList(position, depth - 1);
  }

  #readString(): void {
    const scanner = this.#scanner;
    const start = scanner.offset + 1;
    scanner.readString();
    const { signs, contentEnd } = scanner;
    if (scanner.problem === 'invalid') return;
    if (signs !== undefined && this.#rules.isHarmless(contentEnd - start, signs)) return;
    const content = scanner.text.slice(start, contentEnd);
    this.#addSpans(this.#rules.findInString(decodeJsonString(content), signs), content, start);
  }

  #addSpans(spans: readonly TextSpan[], content: string, start: number): void {
    if (spans.length === 0) return;
    for (const span of shiftSpans(encodeJsonSpans(content, spans), start)) this.#spans.push(span);
  }

  #readObject(position: ValuePosition, depth: number): void {
    const scanner = this.#scanner;
    const names = this.#names;
    const firstName = names.length;
    let namedValues: NamedValue[] | undefined;
    let fieldKind: NameKind | undefined;
    scanner.offset += 1;
    scanner.skipSpace();
    if (scanner.skip(CLOSE_BRACE)) return;
    do {
      scanner.skipSpace();
      const name = this.#readName();
      if (name === undefined) break;
      names.push(name);
      const traits = this.#rules.getTraits(name);
      const { kind } = traits;
      const isInspected = kind === 'secret' || kind === 'several' || traits.isFieldValue;
      this.#readToken(traits.position ?? position, depth, isInspected);
      if (traits.isFieldName) fieldKind ??= this.#getFieldKind(this.#getToken());
      if (traits.kind === undefined && !traits.isFieldValue) continue;
      namedValues ??= [];
      namedValues.push({ traits, value: this.#getToken() });
    } while (this.#skipComma(CLOSE_BRACE));
    const ownNames = namedValues === undefined ? names : names.slice(firstName);
    names.length = firstName;
    if (namedValues === undefined || scanner.problem === 'deep') return;
    const getContext = createCodeContext(() => ownNames);
    for (const { traits, value } of namedValues) {
      const { kind, isFieldValue } = traits;
      const isSecret =
        (kind !== undefined && this.#isSecret(kind, value, position, getContext)) ||
        (fieldKind !== undefined &&
          isFieldValue &&
          this.#isSecret(fieldKind, value, position === 'header' ? 'header' : 'pair'));
      if (isSecret) this.#redact(value);
    }
  }

  /** Reads a name and its colon. */
  #readName(): string | undefined {
    const scanner = this.#scanner;
    const start = scanner.offset + 1;
    if (scanner.code !== QUOTE) {
      scanner.fail();
      return undefined;
    }
    scanner.readString();
    if (scanner.problem !== undefined) return undefined;
    const content = scanner.text.slice(start, scanner.contentEnd);
    const name = decodeJsonString(content);
    if (name.length >= MIN_SEARCHED_NAME_LENGTH) this.#addSpans(this.#rules.findInString(name), content, start);
    scanner.skipSpace();
    if (scanner.skip(COLON)) return name;
    scanner.fail();
    return undefined;
  }

  /**
   * Reads a value. `#getToken` returns this value until the next value is read.
   * @param isInspected whether to determine the content of an object or list. Reads each value only once, also if several such objects surround it
   */
  #readToken(position: ValuePosition, depth: number, isInspected = false): void {
    const scanner = this.#scanner;
    scanner.skipSpace();
    const start = scanner.offset;
    const outerContent = this.#content;
    const isContainer = scanner.code === OPEN_BRACE || scanner.code === OPEN_BRACKET;
    const isInspection = isInspected && isContainer;
    this.#content = 0;
    if (isInspection) this.#inspections += 1;
    this.#readValue(position, depth);
    if (isInspection) this.#inspections -= 1;
    this.#start = start;
    this.#end = scanner.offset;
    this.#contentEnd = scanner.contentEnd;
    this.#isComplete = scanner.problem === undefined;
    this.#tokenContent = this.#content;
    const content = this.#inspections > 0 && !isContainer ? this.#inspect(this.#getToken()) : this.#content;
    this.#content = outerContent | content;
  }

  #getToken(): JsonToken {
    return {
      start: this.#start,
      end: this.#end,
      contentEnd: this.#contentEnd,
      isComplete: this.#isComplete,
      content: this.#tokenContent,
    };
  }

  #inspect(scalar: JsonToken): number {
    const isContent = this.#isSecret('secret', scalar, 'property');
    return (isContent ? CONTENT : 0) | (isContent && this.#isSecret('several', scalar, 'property') ? TEXT : 0);
  }

  /** Returns whether another property or item follows. */
  #skipComma(closing: number): boolean {
    const scanner = this.#scanner;
    if (scanner.problem !== undefined) return false;
    scanner.skipSpace();
    if (scanner.skip(COMMA)) return true;
    if (!scanner.skip(closing)) scanner.fail();
    return false;
  }

  /**
   * Returns the kind of the name in `{"name": "password", "value": …}`. A list such as `["body", "password"]` and a path such as `/user/password` are
   * names as well.
   */
  #getFieldKind(token: JsonToken): NameKind | undefined {
    const code = this.#scanner.text.charCodeAt(token.start);
    if (!token.isComplete || (code !== QUOTE && code !== OPEN_BRACKET)) return undefined;
    const value = this.#parse(token);
    const name = Array.isArray(value) ? value.at(-1) : value;
    return typeof name === 'string' ? this.#rules.getTraits(name).kind : undefined;
  }

  /** Reads a list. Names and values may alternate, as in `rawHeaders` of Node, or form pairs. */
  #readList(position: ValuePosition, depth: number): void {
    const scanner = this.#scanner;
    const namedValues: { kind: NameKind; value: JsonToken }[] = [];
    let isAlternating = false;
    let name: string | undefined;
    scanner.offset += 1;
    scanner.skipSpace();
    if (scanner.skip(CLOSE_BRACKET)) return;
    let index = 0;
    do {
      scanner.skipSpace();
      const { code } = scanner;
      this.#readToken(position, depth);
      const isScalar = code !== OPEN_BRACE && code !== OPEN_BRACKET;
      const kind = index % 2 === 1 && name !== undefined && isScalar ? this.#rules.getTraits(name).kind : undefined;
      if (kind !== undefined) namedValues.push({ kind, value: this.#getToken() });
      name = code === QUOTE ? this.#getText(this.#start, this.#contentEnd) : undefined;
      isAlternating ||= name !== undefined && !/^[A-Za-z_.]*$/.test(name);
      index += 1;
    } while (this.#skipComma(CLOSE_BRACKET));
    if (!isAlternating || scanner.problem === 'deep') return;
    for (const { kind, value } of namedValues) if (this.#isSecret(kind, value, 'header')) this.#redact(value);
  }

  #isSecret(kind: NameKind, token: JsonToken, ...rest: Rest): boolean {
    const { text } = this.#scanner;
    const code = text.charCodeAt(token.start);
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (kind === 'secret') return (token.content & CONTENT) !== 0;
      if (kind === 'several') return (token.content & TEXT) !== 0;
      if (code === OPEN_BRACE) return false;
    }
    if (code !== QUOTE && !token.isComplete) return false;
    return containsSecret(kind, this.#parse(token), ...rest);
  }

  #parse(token: JsonToken): unknown {
    const { text } = this.#scanner;
    const isString = text.charCodeAt(token.start) === QUOTE;
    return isString ? this.#getText(token.start, token.contentEnd) : JSON.parse(text.slice(token.start, token.end));
  }

  #getText(start: number, contentEnd: number): string {
    return contentEnd > start ? decodeJsonString(this.#scanner.text.slice(start + 1, contentEnd)) : '';
  }

  #redact({ start, end, isComplete }: JsonToken): void {
    if (this.#scanner.text.charCodeAt(start) !== QUOTE) {
      this.#spans.push({ start, end, replacement: JSON.stringify(REDACTED) });
    } else this.#spans.push({ start: start + 1, end: isComplete ? end - 1 : end });
  }
}

type Rest = Parameters<typeof containsSecret> extends [unknown, unknown, ...infer More] ? More : never;
