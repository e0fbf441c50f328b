/** Folders that, as siblings of `de` and `fr`, say that these are countries. */
const COUNTRIES = new Set('us gb au nz mx at ch ie sg za in ae'.split(' '));
/** Folders that, as siblings of `cs`, say that it is a programming language. */
const PROGRAMMING = new Set('go js ts py rb rs php java python ruby rust node dotnet csharp kotlin swift'.split(' '));
const OF_COUNTRIES = new Set(['countries', 'country', 'regions', 'region', 'markets', 'market']);

/** Folders whose children look like languages and are countries or programming languages. */
export interface Namesakes {
  isOfCountries(parent: string): boolean;
  isOfProgramming(parent: string): boolean;
}

/** Finds them among the folders, each given by its path. */
export function namesakes(folders: Iterable<string>): Namesakes {
  const ofCountries = new Set<string>();
  const ofProgramming = new Set<string>();
  for (const folder of folders) {
    const slash = folder.lastIndexOf('/');
    const name = folder.slice(slash + 1).toLowerCase();
    const parent = folder.slice(0, Math.max(0, slash));
    if (COUNTRIES.has(name)) ofCountries.add(parent);
    if (PROGRAMMING.has(name)) ofProgramming.add(parent);
    if (OF_COUNTRIES.has(name)) ofCountries.add(folder);
  }
  return {
    isOfCountries: (parent) => ofCountries.has(parent),
    isOfProgramming: (parent) => ofProgramming.has(parent),
  };
}
