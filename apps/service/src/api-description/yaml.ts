import { MAX_JSON_DEPTH } from '@context-sync/redaction';
import { Composer, CST, isMap, isPair, isScalar, isSeq, Lexer, LineCounter, Parser } from 'yaml';
import { DescriptionError } from './description-error.ts';

/** Aliases in YAML may refer to each other: a few lines can stand for more than any machine holds. */
const MOST_ALIASES = 100;
/** All aliases of a text: the reader looks for the anchor of each among all others. */
const MOST_ALIASES_IN_ALL = 2_000;
/** Scalars, indicators, gaps and line ends. A description of 1 MiB has some 160,000. */
const MOST_LEXEMES = 500_000;
/** What is open around a value, besides the collections that it is in: the document, and the value itself. */
const OPEN_BESIDES = 2;

/**
 * The data of a YAML text. Only its first document is read.
 * @throws DescriptionError with the place of the first error; also if a key occurs twice, or if the text is nested deeper or has more parts
 * than the bounds, which is found out before anything is built
 */
export function fromYaml(text: string): unknown {
  const lines = new LineCounter();
  lines.addNewLine(0);
  const tokens = tokensOf(text, lines);
  // The library compares each key with all before it, which takes most of a minute for 60,000 keys; duplicates are found below.
  const composer = new Composer({ prettyErrors: false, logLevel: 'silent', uniqueKeys: false });
  const [document] = composer.compose(tokens, true, text.length);
  const [first] = document?.errors ?? [];
  if (first) throw invalid(first.message, lines, first.pos[0]);
  const duplicate = duplicateKeyIn(document?.contents);
  if (duplicate !== undefined) throw invalid('Map keys must be unique', lines, duplicate);
  try {
    return document?.toJS({ maxAliasCount: MOST_ALIASES });
  } catch (error) {
    throw new DescriptionError(`it is not YAML: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The tokens of the first document, up to the first one that is an error. */
function tokensOf(text: string, lines: LineCounter): CST.Token[] {
  const tokens: CST.Token[] = [];
  const parser = new Parser(lines.addNewLine);
  let lexemes = 0;
  let aliases = 0;
  for (const lexeme of new Lexer().lex(text)) {
    lexemes += 1;
    if (CST.tokenType(lexeme) === 'alias') aliases += 1;
    if (lexemes > MOST_LEXEMES) {
      throw new DescriptionError(`it has more than ${MOST_LEXEMES} YAML tokens: send it as JSON`);
    }
    if (aliases > MOST_ALIASES_IN_ALL) {
      throw new DescriptionError(`it has more than ${MOST_ALIASES_IN_ALL} YAML aliases: use $ref`);
    }
    for (const token of parser.next(lexeme)) {
      tokens.push(token);
      if (token.type === 'error') return tokens;
      if (token.type === 'document' && tokens.some((each) => each !== token && each.type === 'document')) return tokens;
    }
    if (parser.stack.length > MAX_JSON_DEPTH + OPEN_BESIDES) {
      throw new DescriptionError(`it is nested deeper than ${MAX_JSON_DEPTH} levels: use $ref`);
    }
  }
  return [...tokens, ...parser.end()];
}

/** Where a key stands that occurs before in the same map. */
function duplicateKeyIn(node: unknown): number | undefined {
  if (!isMap(node) && !isSeq(node)) return undefined;
  const known = new Set<unknown>();
  for (const item of node.items) {
    if (isPair(item) && isScalar(item.key)) {
      if (known.has(item.key.value)) return item.key.range?.[0] ?? 0;
      known.add(item.key.value);
    }
    const within = duplicateKeyIn(isPair(item) ? item.value : item);
    if (within !== undefined) return within;
  }
  return undefined;
}

function invalid(message: string, lines: LineCounter, offset: number): DescriptionError {
  const { line, col } = lines.linePos(offset);
  return new DescriptionError(`it is not YAML: ${message} at line ${line}, column ${col}`);
}
