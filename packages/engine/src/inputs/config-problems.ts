import { findClosestName } from '@context-sync/base';
import type { z } from 'zod';
import { getDocumentationUrl } from '../problem/documentation-url.ts';
import type { Problem } from '../problem/problem.ts';
import { FORMER_INPUTS } from './former-inputs.ts';
import { CONFIGURABLE_NAMES, isSettingName } from './setting-table.ts';
import { findLine, quoteValue, type YamlFile } from './yaml-file.ts';

/** Names of types for messages, by the type names of zod. */
const EXPECTED_TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  int: 'an integer',
  number: 'an integer',
  array: 'a list',
  object: 'a mapping of settings',
};

type Path = readonly PropertyKey[];

/** Returns the problems of the configuration file, one per setting, with line numbers. */
export function createConfigProblems(issues: readonly z.core.$ZodIssue[], file: YamlFile): Problem[] {
  return issues.flatMap((issue): Problem[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => createUnknownSettingProblem(key, issue.path, file));
    const value = file.document.getIn(issue.path);
    return [
      {
        subject: getSubject(issue.path, file),
        problem: `${getName(issue.path)} must be ${describeExpectedValue(issue)} (got ${quoteValue(value)})`,
        fix: `see ${getDocumentationUrl('reference/configuration.md#settings')}`,
      },
    ];
  });
}

function createUnknownSettingProblem(key: string, path: Path, file: YamlFile): Problem {
  const subject = getSubject([...path, key], file);
  if (isSettingName(key)) {
    return {
      subject,
      problem: `${quoteValue(key)} cannot be set in this file, because a pull request could change it`,
      fix: `set it as an input in the workflow; for the settings of this file, see ${getDocumentationUrl('reference/configuration.md#settings')}`,
    };
  }
  const newPlace = FORMER_INPUTS.get(key);
  if (newPlace !== undefined) return { subject, problem: `${quoteValue(key)} is not a setting`, fix: newPlace };
  const names = path.length === 0 ? [...CONFIGURABLE_NAMES, 'sources'] : CONFIGURABLE_NAMES;
  const suggestion = findClosestName(key, names);
  const page = getDocumentationUrl('reference/configuration.md#settings');
  return {
    subject,
    problem: `${quoteValue(key)} is not a setting${path.length === 0 ? '' : ` of ${getName(path)}`}`,
    fix:
      suggestion === undefined
        ? `remove it, or use one of the settings in ${page}`
        : `did you mean "${suggestion}"? All settings: ${page}`,
  };
}

function describeExpectedValue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return EXPECTED_TYPES[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return joinChoices(issue.values.map(String));
    case 'invalid_union':
      return joinChoices([...new Set(issue.errors.flatMap(([first]) => (first ? listChoices(first) : [])))]);
    case 'too_small':
      return `${issue.origin === 'array' ? 'a list' : 'an integer'} of at least ${issue.minimum}`;
    case 'too_big':
      return `${issue.origin === 'array' ? 'a list' : 'an integer'} of at most ${issue.maximum}`;
    case 'invalid_format':
      return 'a git ref such as "ref:refs/context-sync/my-project"; only the workflow can set git: and folder:';
    default:
      return 'a valid value';
  }
}

/** Returns what one alternative of a union accepts. An issue of an element belongs to the alternative that is a list. */
function listChoices(issue: z.core.$ZodIssue): readonly string[] {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  if (issue.path.length > 0 || (issue.code === 'invalid_type' && issue.expected === 'array'))
    return ['a list of strings'];
  if (issue.code === 'invalid_type' && issue.expected === 'boolean') return ['true', 'false'];
  return [describeExpectedValue(issue)];
}

/** Returns a list such as `true, false or remove`. */
function joinChoices(choices: readonly string[]): string {
  const last = choices.at(-1) ?? 'a valid value';
  return choices.length < 2 ? last : `${choices.slice(0, -1).join(', ')} or ${last}`;
}

/** Returns a name such as `"sources[1].docs"`; `the file` for an empty path. */
function getName(path: Path): string {
  if (path.length === 0) return 'the file';
  const name = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return `"${name.replace(/^\./, '')}"`;
}

/** Returns the name of the file with the line of the setting. */
function getSubject(path: Path, file: YamlFile): string {
  const line = findLine(path, file);
  return line === undefined ? file.name : `${file.name}:${line}`;
}
