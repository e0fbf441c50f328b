import { type ElementTag, findEndOfBraces, type PropValue } from './element-tag.ts';
import { parseScriptData } from './script-data.ts';

const TAB_PATTERN = /(?:^|\.)(?:Tab|TabItem|TabPanel)$/;
/** Props of a tab that contain its label. */
const LABEL_PROPS = ['title', 'label', 'header', 'heading', 'name'];
/** Matches the start of a prop of the element around tabs that lists their labels: `items` of Nextra and Fumadocs, `values` of Docusaurus. */
const LIST_PROP = /\s(?:items|values)=\{/g;

/** Labels that an element lists for its tabs. */
export interface PanelLabels {
  /** Returns the label of the next tab, whose props are `tab`; undefined if the element has no label for it. */
  take(tab: ReadonlyMap<string, PropValue>): string | undefined;
}

/** Returns whether the tag is a tab whose label the element around it may contain. */
export function isTab({ name, props }: ElementTag): boolean {
  return TAB_PATTERN.test(name) && !LABEL_PROPS.some((each) => typeof props.get(each) === 'string');
}

/**
 * Returns the labels that the start tag of an element lists for its tabs. A label with a value belongs to the tab with that value, any other label to
 * the next tab.
 * @param source text of the start tag
 */
export function listPanelLabels(source: string): PanelLabels {
  const labels: string[] = [];
  const labelsByValue = new Map<string, string>();
  for (const { 0: start, index } of source.matchAll(LIST_PROP)) {
    const from = index + start.length - 1;
    const end = findEndOfBraces(source, from, source.length);
    const data = end === undefined ? undefined : parseScriptData(source.slice(from + 1, end - 1));
    if (!Array.isArray(data)) continue;
    for (const entry of data) {
      if (typeof entry === 'string') labels.push(entry);
      else if (entry instanceof Map) {
        const [label, value] = [entry.get('label') ?? entry.get('title'), entry.get('value')];
        if (typeof label === 'string' && typeof value === 'string') labelsByValue.set(value, label);
        else labels.push(typeof label === 'string' ? label : '');
      }
    }
  }
  let next = 0;
  return {
    take: (tab) => {
      const value = tab.get('value');
      if (typeof value === 'string') return labelsByValue.get(value);
      next += 1;
      return labels[next - 1] || undefined;
    },
  };
}
