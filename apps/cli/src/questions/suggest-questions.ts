import type { AnswerSearch, DocumentItem } from '@context-sync/engine/questions/find-answers';
import { parseQuery } from '@context-sync/search';

/** A question derived from a heading, and the page with the heading. */
export interface SuggestedQuestion {
  readonly question: string;
  readonly page: string;
}

export interface SuggestOptions {
  /** Existing questions, in lowercase. */
  readonly known: ReadonlySet<string>;
  /** Number of search results that must contain the answer. */
  readonly top: number;
  /** Maximum number of questions. */
  readonly limit: number;
}

/** Verbs at the start of headings that describe tasks. */
const VERBS = new Set(
  'add adopt allow apply ask assign attach authenticate back block build call cancel change check choose clean clone compare compile configure connect contribute control convert copy create customize debug define delete deploy describe detect disable download edit embed enable erase expand explain export extend fetch filter find fix format generate get give grant handle hide host ignore import include increase inspect install integrate invite join keep limit link list load log make manage map measure merge migrate monitor mount move open operate optimize organize override package parse pass pin plan prepare prevent preview print protect publish pull push query read receive record recover redirect reduce register remove rename render repair replace report request require reset resolve restart restore restrict return review revoke rotate run save scale schedule search secure select send serve set share show sign skip sort specify split start stop store stream sync tag test trace transfer transform translate troubleshoot tune turn understand undo uninstall update upgrade upload use validate verify view watch work write'.split(
    ' ',
  ),
);
const QUESTION_PATTERN = /^(?:how|what|why|when|where|which|who|can|does|do|is|are|should|will)\b.*\?$/i;
/** Minimum number of searched words in a heading. A shorter heading is meaningless without its page. */
const MIN_SEARCHED_WORDS = 2;
const MAX_QUESTION_CHARACTERS = 120;

/**
 * Suggests questions from headings: the first question of every page precedes the second question of any page. Only questions whose answer the search finds
 * are suggested.
 */
export function suggestQuestions(search: AnswerSearch, { known, top, limit }: SuggestOptions): SuggestedQuestion[] {
  const seenQuestions = new Set(known);
  const pages = search.documents.map(({ path }) =>
    (search.getPage(path) ?? []).flatMap((item) =>
      suggestForItem(item).flatMap((suggestion) => {
        if (seenQuestions.has(suggestion.question.toLowerCase())) return [];
        seenQuestions.add(suggestion.question.toLowerCase());
        return [{ ...suggestion, item }];
      }),
    ),
  );
  const result: SuggestedQuestion[] = [];
  const longestLength = Math.max(0, ...pages.map(({ length }) => length));
  for (let index = 0; index < longestLength; index += 1) {
    for (const page of pages) {
      const suggestion = page[index];
      if (!suggestion || result.length === limit) continue;
      const { item, question } = suggestion;
      if (!search.search(question, top).some(({ key }) => key === item.key)) continue;
      result.push({ question, page: suggestion.page });
    }
  }
  return result;
}

function suggestForItem({ key, title, path, content }: DocumentItem): SuggestedQuestion[] {
  const anchor = key.slice(key.indexOf('#') + 1);
  const titles = title.split(' › ');
  const heading = titles.at(-1)?.trim() ?? '';
  const section = anchor.split('/').at(-1) ?? '';
  const page = section === '' ? path : `${path}#${section}`;
  const questions = [
    askAbout(heading, titles.at(-2)),
    // Short sections share an item with the section above them.
    ...listInnerHeadings(content, heading).map((inner) => askAbout(inner, heading)),
  ];
  // The second and later parts of a section do not contain its heading.
  return (anchor.includes('~') ? [] : questions).flatMap((question) =>
    question.length > MAX_QUESTION_CHARACTERS || parseQuery(question).words.length < MIN_SEARCHED_WORDS
      ? []
      : [{ question, page }],
  );
}

/** Returns the headings in the text of an item outside of code, except for the heading of the item's section. */
function listInnerHeadings(content: string, own: string): string[] {
  const headings: string[] = [];
  let isCode = false;
  for (const line of content.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    const heading = isCode ? undefined : /^#{1,6} (\S.*)$/.exec(line)?.[1]?.replaceAll(/[`*]/g, '').trim();
    if (heading !== undefined && heading !== own) headings.push(heading);
  }
  return headings;
}

/**
 * Returns the question that the section below a heading answers: the heading itself if it is a question, a question about a task, or the keywords of a topic.
 */
function askAbout(heading: string, headingAbove: string | undefined): string {
  if (QUESTION_PATTERN.test(heading)) return heading;
  const [first = ''] = heading.split(/\s+/);
  if (VERBS.has(first.toLowerCase()) && heading.includes(' ')) {
    return `How do I ${first.toLowerCase()}${heading.slice(first.length)}?`;
  }
  return headingAbove === undefined ? heading : `${headingAbove}: ${heading}`;
}
