/** Path of the search page below the portal. */
export const SEARCH_PATH = 'search';

/** The search field, which works without scripts. @param id id of the field, which is unique in the page */
export function SearchForm({
  base,
  id,
  query = '',
}: {
  readonly base: string;
  readonly id: string;
  readonly query?: string;
}) {
  return (
    <search class="portal-search">
      <form action={`${base}/${SEARCH_PATH}`}>
        <label class="hidden" for={id}>
          Search
        </label>
        <input id={id} type="search" name="q" value={query} placeholder="Search" maxlength={1_000} required />
        <button type="submit" class="button secondary">
          Search
        </button>
      </form>
    </search>
  );
}
