import { label } from '@context-sync/formats';

/** Components that show one of several texts, or one that opens: their name says less than their title. */
const PANEL =
  /(?:^|\.)(?:Tab|TabItem|TabPanel|TabsContent|Accordion|AccordionItem|AccordionTab|Collapse|Collapsible|Details|Disclosure|Expandable|Step|Toggle)$/;
/** Boxes whose kind is a prop. */
const BOX = /^(?:Admonition|Alert|Aside|Banner|Callout|Hint|Message|Notice)$/;
const TITLES = ['title', 'label', 'header', 'heading', 'summary', 'question', 'name', 'value'];
const KINDS = ['type', 'kind', 'variant', 'intent', 'status'];
/** Kinds that say nothing to a reader. */
const PLAIN = /^(?:default|neutral|none|normal|outline|plain|primary|secondary)$/i;
/** Props that only say how it looks or behaves. */
const UNSEEN = new Set(
  'attributes class className collapsible default defaultOpen defaultValue emoji icon id key open style'.split(' '),
);
const PROP = /\s+([A-Za-z][\w:-]*)(?:=(?:"([^"]*)"|'([^']*)'|(\{[^{}]*\})))?/y;
/** Longest list of props that is looked at. */
const LIMIT = 500;

/**
 * The bold line that says to a reader what the opening tag of a component says: `<Tab value="npm">` is **npm**, `<Callout type="warning">` is
 * **Warning**. Empty where it says nothing; undefined where the component is not known, or has props that say something else.
 */
export function componentLabel(name: string, props: string): string | undefined {
  const isPanel = PANEL.test(name);
  const isBox = BOX.test(name) || label(name) !== undefined;
  if ((!isPanel && !isBox) || props.length > LIMIT) return undefined;
  const said = propsIn(props);
  if (!said) return undefined;
  const titles = new Set(TITLES.flatMap((each) => said.get(each) ?? []));
  // What tells tabs apart to a program says nothing beside their label.
  const value = said.get('value') ?? '';
  if (titles.size > 1 && /^[\w.:-]*$/.test(value)) titles.delete(value);
  const kinds = KINDS.flatMap((each) => said.get(each) ?? []);
  const [title = '', ...more] = titles;
  if (more.length > 0 || kinds.length > (isPanel ? 0 : 1)) return undefined;
  if (isPanel) return title === '' ? '' : `**${title.replaceAll('**', '')}**`;
  const kind = kinds[0]?.replace(/^warn$/i, 'warning') ?? '';
  if (label(kind) !== undefined) return label(kind, title);
  return kind === '' || PLAIN.test(kind) ? (label(name, title) ?? '') : undefined;
}

/** What the props say that are text; undefined where one says something that has no place in a line of text. */
function propsIn(props: string): Map<string, string> | undefined {
  const said = new Map<string, string>();
  PROP.lastIndex = 0;
  let end = 0;
  for (let match = PROP.exec(props); match; match = PROP.exec(props)) {
    const [, name = '', double, single, computed] = match;
    end = PROP.lastIndex;
    if (UNSEEN.has(name)) continue;
    const text = double ?? single;
    if (text === undefined || computed !== undefined || !(TITLES.includes(name) || KINDS.includes(name)))
      return undefined;
    said.set(name, text.trim());
  }
  return props.slice(end).trim() === '' ? said : undefined;
}
