import { DescriptionError } from '@context-sync/openapi';
import { MAX_JSON_DEPTH } from '@context-sync/redaction';
import { Composer, CST, isMap, isPair, isScalar, isSeq, Lexer, LineCounter, Parser } from 'yaml';

/** Maximum number of alias expansions. Aliases can refer to other aliases, so that a few lines of YAML expand to more data than fits into memory. */
const MAX_ALIAS_EXPANSIONS = 100;
/** Maximum number of aliases in a document. The number is limited because the library searches all anchors to resolve an alias. */
const MAX_ALIASES = 2_000;
/** Maximum number of lexemes in a document: scalars, indicators, whitespace and line ends. A document of 1 MiB has about 160,000. */
const MAX_LEXEMES = 500_000;
/** Number of stack entries in addition to those of the enclosing collections: one for the document and one for the value itself. */
const BASE_STACK_DEPTH = 2;

/**
 * Parses the first document of a YAML text. Depth and size are checked before any object is built.
 * @throws DescriptionError with the position of the first error, which can also be a duplicate key or an exceeded limit
 */
export function parseYaml(text: string): unknown {
  const lines = new LineCounter();
  lines.addNewLine(0);
  const tokens = readTokens(text, lines);
  // The library's check for unique keys compares each key with all previous keys and takes almost a minute for 60,000 keys. `findDuplicateKey`
  // replaces it.
  const composer = new Composer({ prettyErrors: false, logLevel: 'silent', uniqueKeys: false });
  const [document] = composer.compose(tokens, true, text.length);
  const [first] = document?.errors ?? [];
  if (first) throw createYamlError(first.message, lines, first.pos[0]);
  const duplicate = findDuplicateKey(document?.contents);
  if (duplicate !== undefined) throw createYamlError('Map keys must be unique', lines, duplicate);
  try {
    return document?.toJS({ maxAliasCount: MAX_ALIAS_EXPANSIONS });
  } catch (error) {
    throw new DescriptionError(`it is not YAML: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Returns the tokens of the first document, up to the first error. */
function readTokens(text: string, lines: LineCounter): CST.Token[] {
  const tokens: CST.Token[] = [];
  const parser = new Parser(lines.addNewLine);
  let lexemes = 0;
  let aliases = 0;
  for (const lexeme of new Lexer().lex(text)) {
    lexemes += 1;
    if (CST.tokenType(lexeme) === 'alias') aliases += 1;
    if (lexemes > MAX_LEXEMES) {
      throw new DescriptionError(`it has more than ${MAX_LEXEMES} YAML tokens: send it as JSON`);
    }
    if (aliases > MAX_ALIASES) {
      throw new DescriptionError(`it has more than ${MAX_ALIASES} YAML aliases: use $ref`);
    }
    for (const token of parser.next(lexeme)) {
      tokens.push(token);
      if (token.type === 'error') return tokens;
      if (token.type === 'document' && tokens.some((each) => each !== token && each.type === 'document')) return tokens;
    }
    if (parser.stack.length > MAX_JSON_DEPTH + BASE_STACK_DEPTH) {
      throw new DescriptionError(`it is nested deeper than ${MAX_JSON_DEPTH} levels: use $ref`);
    }
  }
  return [...tokens, ...parser.end()];
}

/** Returns the offset of the first key that occurs twice in the same map; undefined if all keys are unique. */
function findDuplicateKey(node: unknown): number | undefined {
  if (!isMap(node) && !isSeq(node)) return undefined;
  const keys = new Set<unknown>();
  for (const item of node.items) {
    if (isPair(item) && isScalar(item.key)) {
      if (keys.has(item.key.value)) return item.key.range?.[0] ?? 0;
      keys.add(item.key.value);
    }
    const nestedDuplicate = findDuplicateKey(isPair(item) ? item.value : item);
    if (nestedDuplicate !== undefined) return nestedDuplicate;
  }
  return undefined;
}

function createYamlError(message: string, lines: LineCounter, offset: number): DescriptionError {
  const { line, col } = lines.linePos(offset);
  return new DescriptionError(`it is not YAML: ${message} at line ${line}, column ${col}`);
}
