import { makeId } from '@context-sync/formats';
import type { DocumentFacts } from './document-facts.ts';

/** Matches the title of an OpenAPI document in YAML or JSON. */
const YAML_TITLE = /^info:[ \t]*\n(?:[ \t]+.*\n){0,50}?[ \t]+title:[ \t]*(.+)$/m;
const JSON_TITLE = /"info"\s*:\s*\{[^{}]{0,5000}?"title"\s*:\s*"((?:[^"\\]|\\.)*)"/;
/** Matches the first heading of level 1 that begins a Markdown cell of a notebook, optionally after a label of MyST. */
const NOTEBOOK_TITLE =
  /"cell_type"\s*:\s*"markdown"(?:(?!"source"\s*:)[\s\S]){0,2000}"source"\s*:\s*\[?\s*(?:"\([\w:./-]{1,200}\)=(?:\\n){1,2}",\s*)?"\s*#\s+((?:[^"\\]|\\(?!n).)*)/;
/** Maximum length of the start of a document that is searched. */
const MAX_LENGTH = 100_000;

/** Matches the label of a cell of code. */
const CELL_LABEL = /"#\|[ \t]*(?:label|name):[ \t]*([^\\"\s]{1,200})/g;

/** Extracts the title of a notebook and the labels of its cells. */
export function readNotebookFacts(text: string): DocumentFacts {
  const names = Array.from(text.matchAll(CELL_LABEL), ([, name = '']) => name.toLowerCase());
  const labels = Object.fromEntries(names.map((name) => [name, { anchor: makeId(name) || name }]));
  return { ...readJsonFacts(text), ...(names.length === 0 ? {} : { labels }) };
}

/** Extracts the title of a notebook or an OpenAPI document. */
export function readJsonFacts(text: string): DocumentFacts {
  const start = text.slice(0, MAX_LENGTH);
  const [, title] = YAML_TITLE.exec(start) ?? JSON_TITLE.exec(start) ?? NOTEBOOK_TITLE.exec(start) ?? [];
  const words = title
    ?.replaceAll(/^["']|["']$/g, '')
    .replaceAll(/\\(.)/g, '$1')
    .trim();
  return words === undefined || words === '' ? {} : { title: words };
}
