/** The targets of the links in a report. */
export interface LinkBase {
  /** URL of the repository on its host; undefined if unknown. */
  readonly repositoryUrl?: string;
  readonly commit: string;
}

/** Formats a Markdown link to lines of a file. Returns only the text if the repository is unknown. */
export function linkToLines(
  text: string,
  base: LinkBase,
  path: string,
  [first, last]: readonly [number, number],
): string {
  if (base.repositoryUrl === undefined || base.commit === '') return text;
  const anchor = first === last ? `L${first}` : `L${first}-L${last}`;
  return `[${text}](${base.repositoryUrl}/blob/${base.commit}/${encodePath(path)}?plain=1#${anchor})`;
}

/** Formats a Markdown link to a file. Returns only the text if the repository is unknown. */
export function linkToFile(text: string, base: LinkBase, path: string): string {
  if (base.repositoryUrl === undefined || base.commit === '') return text;
  return `[${text}](${base.repositoryUrl}/blob/${base.commit}/${encodePath(path)})`;
}

/**
 * Formats a Markdown link to a pull request. If the repository is unknown, formats the number as code, so that GitHub does not link it to another
 * repository.
 */
export function linkToPullRequest({ repositoryUrl }: Pick<LinkBase, 'repositoryUrl'>, number: number): string {
  return repositoryUrl === undefined ? `<code>&#35;${number}</code>` : `[#${number}](${repositoryUrl}/pull/${number})`;
}

function encodePath(path: string): string {
  return path.split('/').map(encodeSegment).join('/');
}

/** Percent-encodes a path segment, including the characters that have a meaning in Markdown links. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment.toWellFormed()).replaceAll(
    /[!'()*_~]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
