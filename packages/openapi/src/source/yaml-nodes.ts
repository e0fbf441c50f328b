import { Composer, type CST, type Document, Lexer, type LineCounter, Parser } from 'yaml';
import type { SourceFault } from './openapi-source.ts';

/** Limits of a YAML text, which are checked before any object is built. */
export interface YamlLimits {
  /** Maximum number of nested collections. */
  readonly depth: number;
  /** Maximum number of lexemes: scalars, indicators, whitespace and line ends. A document of 1 MiB has about 160,000. */
  readonly lexemes?: number;
}

/** Default limits. The nesting depth is limited, because the library composes nested collections recursively. */
export const DEFAULT_YAML_LIMITS: YamlLimits = { depth: 400 };
/** Number of stack entries in addition to those of the enclosing collections: one for the document and one for the value itself. */
const BASE_STACK_DEPTH = 2;

/** An error at a position of a YAML text. */
export class YamlError extends Error {
  override readonly name = 'YamlError';
  readonly offset: number;
  readonly kind: SourceFault['kind'];

  constructor(offset: number, message: string, kind: SourceFault['kind'] = 'invalid') {
    super(message);
    this.offset = offset;
    this.kind = kind;
  }
}

/** Parses the first document of a text to the library's nodes. @throws YamlError for the first error */
export function composeYaml(text: string, counter: LineCounter, limits: YamlLimits): Document.Parsed {
  // OpenAPI allows the types of JSON only, so `!!timestamp`, `!!binary` and a `%YAML 1.1` directive do not change how values are read. The library's check for
  // duplicate keys compares every key with every other, so the code that converts the nodes checks the keys instead.
  const options = { schema: 'core', resolveKnownTags: false, uniqueKeys: false } as const;
  const composer = new Composer({ ...options, logLevel: 'silent', prettyErrors: false });
  const [document] = composer.compose(readTokens(text, counter, limits), true, text.length);
  const [error] = document?.errors ?? [];
  if (!document || error) throw new YamlError(error?.pos[0] ?? 0, error?.message ?? 'it is empty');
  return document;
}

/** Yields the tokens of the text up to the first error. */
function* readTokens(text: string, counter: LineCounter, { depth, lexemes }: YamlLimits): Generator<CST.Token> {
  const parser = new Parser(counter.addNewLine);
  counter.addNewLine(0);
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    count += 1;
    if (lexemes !== undefined && count > lexemes)
      throw new YamlError(parser.offset, `it has more than ${lexemes} YAML tokens: send it as JSON`, 'limit');
    for (const token of parser.next(lexeme)) {
      yield token;
      if (token.type === 'error') return;
    }
    if (parser.stack.length > depth + BASE_STACK_DEPTH)
      throw new YamlError(parser.offset, `it is nested deeper than ${depth} levels: use $ref`, 'limit');
  }
  yield* parser.end();
}
