import { label } from '@context-sync/formats';

/** Components for one of several panels: their title says more than their name. */
const PANEL =
  /(?:^|\.)(?:Tab|TabItem|TabPanel|TabsContent|Accordion|AccordionItem|AccordionTab|Collapse|Collapsible|Details|Disclosure|Expandable|Step|Toggle)$/;
/** Admonition components whose kind is a prop. */
const ADMONITION = /^(?:Admonition|Alert|Aside|Banner|Callout|Hint|Message|Notice)$/;
const TITLES = ['title', 'label', 'header', 'heading', 'summary', 'question', 'name', 'value'];
const KINDS = ['type', 'kind', 'variant', 'intent', 'status'];
/** Kinds that mean nothing to a reader. */
const NEUTRAL_KIND = /^(?:default|neutral|none|normalizeLabel|outline|plain|primary|secondary)$/i;
/** Props for appearance or behavior only. */
const INVISIBLE_PROPS = new Set(
  'attributes class className collapsible default defaultOpen defaultValue emoji icon id key open style'.split(' '),
);
const PROP = /\s+([A-Za-z][\w:-]*)(?:=(?:"([^"]*)"|'([^']*)'|(\{[^{}]*\})))?/y;
/** Longer lists of props are not examined. */
const MAX_PROPS_LENGTH = 500;

/**
 * The bold line for a component's opening tag: **npm** for `<Tab value="npm">`, **Warning** for `<Callout type="warning">`. Empty if the tag says
 * nothing; undefined if the component is unknown or has other props.
 */
export function componentLabel(name: string, props: string): string | undefined {
  const isPanel = PANEL.test(name);
  const isAdmonition = ADMONITION.test(name) || label(name) !== undefined;
  if ((!isPanel && !isAdmonition) || props.length > MAX_PROPS_LENGTH) return undefined;
  const values = parseProps(props);
  if (!values) return undefined;
  const titles = new Set(TITLES.flatMap((each) => values.get(each) ?? []));
  // The value that identifies a tab to programs adds nothing to its label.
  const value = values.get('value') ?? '';
  if (titles.size > 1 && /^[\w.:-]*$/.test(value)) titles.delete(value);
  const kinds = KINDS.flatMap((each) => values.get(each) ?? []);
  const [title = '', ...more] = titles;
  if (more.length > 0 || kinds.length > (isPanel ? 0 : 1)) return undefined;
  if (isPanel) return title === '' ? '' : `**${title.replaceAll('**', '')}**`;
  const kind = kinds[0]?.replace(/^warn$/i, 'warning') ?? '';
  if (label(kind) !== undefined) return label(kind, title);
  return kind === '' || NEUTRAL_KIND.test(kind) ? (label(name, title) ?? '') : undefined;
}

/** String props of the tag; undefined if one of them cannot be part of a line of text. */
function parseProps(props: string): Map<string, string> | undefined {
  const values = new Map<string, string>();
  PROP.lastIndex = 0;
  let end = 0;
  for (let match = PROP.exec(props); match; match = PROP.exec(props)) {
    const [, name = '', double, single, computed] = match;
    end = PROP.lastIndex;
    if (INVISIBLE_PROPS.has(name)) continue;
    const text = double ?? single;
    if (text === undefined || computed !== undefined || !(TITLES.includes(name) || KINDS.includes(name)))
      return undefined;
    values.set(name, text.trim());
  }
  return props.slice(end).trim() === '' ? values : undefined;
}
