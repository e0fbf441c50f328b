/** Matches a number in front of a file name that only sorts the files, such as `03-` or `1.`. */
const NUMBER_PREFIX = /^\d+\s*[-_.]+\s*(?=[^-_.\s])/;
/** Matches dates and versions, which are not number prefixes. */
const NUMBER_PAIR = /^\d+[-_.]\d+/;

export function removeNumberPrefix(name: string): string {
  return NUMBER_PAIR.test(name) ? name : name.replace(NUMBER_PREFIX, '');
}

/** Returns the path without folders in parentheses, which only group files. */
export function removeGroupFolders(path: string): string {
  return path.includes('(')
    ? path.replaceAll(/(^|\/)\([^()/]+\)\//g, '$1').replaceAll(/(^|\/)\([^()/]+\)\//g, '$1')
    : path;
}

/** Returns the path without number prefixes and without folders in parentheses, which many generators omit from URLs. */
export function removeHiddenSegments(path: string): string {
  const ungrouped = removeGroupFolders(path);
  return /(?:^|\/)\d/.test(ungrouped) ? ungrouped.split('/').map(removeNumberPrefix).join('/') : ungrouped;
}
