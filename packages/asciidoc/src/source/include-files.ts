import { createIncludeReader, MAX_INCLUDE_DEPTH, type ReadContext } from '@context-sync/reading';
import { parseAttributeList } from './attribute-list.ts';
import { replaceReferences } from './attribute-references.ts';
import type { DocumentAttributes } from './document-attributes.ts';
import { selectLines } from './select-lines.ts';

/** An included file. Its lines replace the include directive. */
export interface IncludedFile {
  readonly path: string;
  readonly lines: readonly string[];
}

/** A reader of the files that a document includes. */
export interface Includes {
  /** Returns the file; if the file does not exist, warns and returns undefined. `path` is the file that contains the directive. */
  file(
    path: string | undefined,
    target: string,
    options: string,
    depth: number,
    line: number,
  ): IncludedFile | undefined;
  /** Returns the samples that Spring's `include-code` displays, one per language; if there are no samples, warns and returns a note. */
  samples(target: string, options: string, section: string, line: number): readonly string[];
}

/** Prefix of the attributes that name the folders of samples, one per language: `include-java`. */
const SAMPLE_FOLDER = /^include-([a-z\d]{1,20})$/;

const FILE_EXTENSIONS: ReadonlyMap<string, string> = new Map([['kotlin', 'kt']]);

export function createIncludes(
  { path: page, site }: ReadContext,
  attributes: DocumentAttributes,
  warn: (line: number, message: string) => void,
): Includes | undefined {
  if (!site) return undefined;
  const readFile = createIncludeReader(site);
  let hasWarned = false;

  const readInclude = (from: string, target: string, options: string): IncludedFile | { readonly problem: string } => {
    const includedFile = readFile(from, target);
    if ('problem' in includedFile) return includedFile;
    return { path: includedFile.path, lines: selectLines(includedFile.text, parseAttributeList(options)) };
  };

  return {
    file(path, written, options, depth, line) {
      const target = resolve(written, attributes);
      const isOptional = /\bopts?(?:ions)?\s*=\s*"?[^"]*optional|%optional/.test(options);
      const includedFile =
        depth >= MAX_INCLUDE_DEPTH
          ? { problem: `files include each other more than ${MAX_INCLUDE_DEPTH} times` }
          : readInclude(path ?? page, target, resolve(options, attributes));
      if (!('problem' in includedFile)) return includedFile;
      if (!isOptional) warn(line, `include::${target}[] was skipped: ${includedFile.problem}`);
      return undefined;
    },
    samples(written, options, section, line) {
      const target = resolve(written, attributes).replace(/^\.\//, '');
      const folder = section.replaceAll('-', '').replaceAll('.', '/');
      for (const base of folder === '' ? [''] : [`${folder}/`, '']) {
        const lines: string[] = [];
        for (const [name, value] of site.attributes(page)) {
          const language = SAMPLE_FOLDER.exec(name)?.[1];
          if (language === undefined) continue;
          const sample = readInclude(
            page,
            `${value}/${base}${target}.${FILE_EXTENSIONS.get(language) ?? language}`,
            options,
          );
          if ('problem' in sample) continue;
          // No blank line follows the last sample, because it would end the list item that contains the sample.
          lines.push(...(lines.length > 0 ? [''] : []), `[source,${language}]`, '------', ...sample.lines, '------');
        }
        if (lines.length > 0) return lines;
      }
      const isKnown = [...site.attributes(page).keys()].some((name) => SAMPLE_FOLDER.test(name));
      if (isKnown) warn(line, `include-code::${target}[] was skipped: no sample of this name was found`);
      else if (!hasWarned)
        warn(line, 'include-code was skipped: no attribute such as include-java names a folder of samples');
      hasWarned ||= !isKnown;
      // A note replaces the missing sample, so that the sentence that introduces the sample stays complete.
      return ['--', `Sample not included: \`+${target}+\``, '--'];
    },
  };
}

function resolve(text: string, attributes: DocumentAttributes): string {
  return replaceReferences(text, (name) => attributes.get(name));
}
