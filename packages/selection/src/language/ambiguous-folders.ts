/** Country codes that, next to `de` and `fr`, show that the folders are countries. */
const COUNTRIES = new Set('us gb au nz mx at ch ie sg za in ae'.split(' '));
/** Programming languages that, next to `cs`, show that the folders are programming languages. */
const PROGRAMMING = new Set('go js ts py rb rs php java python ruby rust node dotnet csharp kotlin swift'.split(' '));
const COUNTRY_FOLDERS = new Set(['countries', 'country', 'regions', 'region', 'markets', 'market']);

/** Folders whose subfolders look like languages but are countries or programming languages. */
export interface AmbiguousFolders {
  isOfCountries(parent: string): boolean;
  isOfProgramming(parent: string): boolean;
}

/** Finds the ambiguous folders among the given paths. */
export function findAmbiguousFolders(folders: Iterable<string>): AmbiguousFolders {
  const countryFolders = new Set<string>();
  const programmingFolders = new Set<string>();
  for (const folder of folders) {
    const slash = folder.lastIndexOf('/');
    const name = folder.slice(slash + 1).toLowerCase();
    const parent = folder.slice(0, Math.max(0, slash));
    if (COUNTRIES.has(name)) countryFolders.add(parent);
    if (PROGRAMMING.has(name)) programmingFolders.add(parent);
    if (COUNTRY_FOLDERS.has(name)) countryFolders.add(folder);
  }
  return {
    isOfCountries: (parent) => countryFolders.has(parent),
    isOfProgramming: (parent) => programmingFolders.has(parent),
  };
}
