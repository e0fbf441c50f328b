import { createIncludeReader, MAX_INCLUDE_DEPTH, type ReadContext } from '@context-sync/reading';
import { parseAttributeList } from './attribute-list.ts';
import { replaceReferences } from './attribute-references.ts';
import { chompSample } from './chomp-sample.ts';
import type { DocumentAttributes } from './document-attributes.ts';
import { selectLines } from './select-lines.ts';

/** An included file. Its lines replace the include directive. */
export interface IncludedFile {
  readonly path: string;
  readonly lines: readonly string[];
}

/** Reads the files that a document includes. */
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

/** Default folders of samples, for pages without such attributes: an example, or the source code of the project. */
const DEFAULT_FOLDERS = ['java', 'kotlin', 'groovy', 'xml'].flatMap((language) =>
  ['example', 'sample'].map((family): readonly [string, string] => [language, `${family}$${language}`]),
);

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

  /** Returns the code blocks of a sample, one for each language in which the sample exists. */
  const readSamples = (folders: readonly (readonly [string, string])[], file: string, options: string): string[] => {
    const lines: string[] = [];
    const seenLanguages = new Set<string>();
    for (const [language, folder] of folders) {
      if (seenLanguages.has(language)) continue;
      const sample = readInclude(page, `${folder}/${file}.${FILE_EXTENSIONS.get(language) ?? language}`, options);
      if ('problem' in sample) continue;
      seenLanguages.add(language);
      // No blank line follows the last sample, because it would end the list item that contains the sample.
      lines.push(
        ...(lines.length > 0 ? [''] : []),
        `[source,${language}]`,
        '------',
        ...chompSample(sample.lines),
        '------',
      );
    }
    return lines;
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
      const configuredAttributes = [...site.attributes(page)].flatMap(
        ([name, value]): (readonly [string, string])[] => {
          const language = SAMPLE_FOLDER.exec(name)?.[1];
          return language === undefined ? [] : [[language, value]];
        },
      );
      // The samples of Spring are in folders with the path of the page and the ID of the section.
      const pageFolder = /\/pages\/(?:(.*)\/)?[^/]*$/.exec(page)?.[1];
      const sectionFolders =
        folder === '' ? [] : [...(pageFolder === undefined ? [] : [`${pageFolder}/${folder}/`]), `${folder}/`];
      for (const base of [...sectionFolders, '']) {
        const samples = readSamples([...configuredAttributes, ...DEFAULT_FOLDERS], base + target, options);
        if (samples.length > 0) return samples;
      }
      const isKnown = configuredAttributes.length > 0;
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
