import type { Child } from 'hono/jsx';
import { HOME_PATH } from './navigation.ts';
import { getPageAddress, type PortalFrame } from './portal-frame.ts';
import { SEARCH_PATH, SearchForm } from './search-form.tsx';
import type { DocsSearchResult, DocsSearchResults } from './search-result.ts';

/** Maximum number of results of a search page. */
export const MAX_PAGE_RESULTS = 20;

const KIND_LABELS: Readonly<Record<DocsSearchResult['kind'], string>> = {
  page: 'Page',
  operation: 'API operation',
  'use-case': 'Use case',
  item: 'Context item',
};

/**
 * Returns the content of the page with the results of a search; without a query, the content is only the search field.
 * @param searchResults undefined without a query
 */
export function createSearchContent(
  frame: PortalFrame,
  query: string,
  searchResults: DocsSearchResults | undefined,
): Child {
  return (
    <main id="portal.content" tabindex={-1} class="portal-main">
      <div class="portal-page">
        <h1>Search these docs</h1>
        <SearchForm base={frame.base} id="query" query={query} />
        {searchResults && <Results frame={frame} query={query} found={searchResults} />}
      </div>
    </main>
  );
}

function Results({
  frame,
  query,
  found: { matched, results, suggestion },
}: {
  readonly frame: PortalFrame;
  readonly query: string;
  readonly found: DocsSearchResults;
}) {
  if (matched === 'none') {
    return (
      <>
        <p class="lead">Nothing contains a word of “{query}”.</p>
        {suggestion !== null && (
          <p>
            Did you mean <a href={getSearchAddress(frame.base, suggestion)}>{suggestion}</a>?
          </p>
        )}
        <p>
          Try other words, or start at <a href={getPageAddress(frame.base, HOME_PATH)}>the first page</a>.
        </p>
      </>
    );
  }
  return (
    <>
      <p class="lead">
        {matched === 'some'
          ? 'No text contains all of these words. These are the closest:'
          : formatCount(results.length)}
      </p>
      <ol class="portal-results">
        {results.map((result) => (
          <li>
            <p class="portal-trail">{KIND_LABELS[result.kind]}</p>
            <h2>{result.address === null ? result.title : <a href={result.address}>{result.title}</a>}</h2>
            <p>
              <Excerpt result={result} />
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}

function Excerpt({ result: { excerpt, highlights } }: { readonly result: DocsSearchResult }) {
  const starts = [0, ...highlights.map(({ end }) => end)];
  return (
    <>
      {starts.map((start, index) => {
        const range = highlights[index];
        return (
          <>
            {excerpt.slice(start, range?.start)}
            {range && <mark>{excerpt.slice(range.start, range.end)}</mark>}
          </>
        );
      })}
    </>
  );
}

const getSearchAddress = (base: string, query: string) =>
  `${base}/${SEARCH_PATH}?${new URLSearchParams({ q: query }).toString()}`;

const formatCount = (count: number) =>
  count === MAX_PAGE_RESULTS ? `The ${count} best results` : count === 1 ? '1 result' : `${count} results`;

/** Returns the results as Markdown for agents. @param origin origin with which URLs begin */
export function formatResults(
  query: string,
  { matched, results, suggestion }: DocsSearchResults,
  origin: string,
): string {
  const title = `# Search: ${query.replaceAll(/\s+/g, ' ').trim()}`;
  if (matched === 'none') {
    return [title, 'Nothing contains a word of this query.', ...(suggestion === null ? [] : [`Similar: ${suggestion}`])]
      .join('\n\n')
      .concat('\n');
  }
  const entries = results.map(({ kind, title: name, address, excerpt }) => {
    const url = address === null ? '' : address.startsWith('/') ? `${origin}${address}` : address;
    return `## ${name}\n\n${KIND_LABELS[kind]}${url === '' ? '' : `: ${url}`}\n\n${excerpt}`;
  });
  const note = matched === 'some' ? ['No text contains all of these words. These are the closest.'] : [];
  return [title, ...note, ...entries].join('\n\n').concat('\n');
}
