import { formatLabel } from './admonition-label.ts';
import type { ElementTag, PropValue } from './element-tag.ts';
import { parseScriptData, type ScriptData } from './script-data.ts';

/** Matches components that render one of several panels. */
const PANEL_PATTERN =
  /(?:^|\.)(?:Tab|TabItem|TabPanel|TabsContent|Accordion|AccordionItem|AccordionTab|Collapse|Collapsible|Details|Disclosure|Expandable|Step|Toggle)$/;
/** Matches admonition components that receive their kind as a prop. */
const ADMONITION_PATTERN = /^(?:Admonition|Alert|Aside|Banner|Callout|Hint|Message|Notice)$/;
/** Matches components that describe one parameter or property of an API. */
const FIELD_PATTERN = /(?:Field|Param|Parameter|Property)$/;
const FIELD_NAMES = ['name', 'body', 'path', 'query', 'header', 'cookie', 'param'];
/** Matches components for the entries of a file tree. */
const FILE_PATTERN = /(?:^|\.)(?:File|Folder)$/;
/** Matches components that only lay out their content. */
const LAYOUT_COMPONENTS =
  /(?:^|\.)(?:Tabs|TabGroup|TabList|Steps|Stepper|Cards|Grid|Row|Columns?|Box|Flex|Stack|Center|Frame|Section|Layout|Tree|FileTree|Panel|Visibility|Code(?:Group|Tabs|Block)|\w+(?:Group|Grid|List|Container|Wrapper))$/;
const TABS_PATTERN = /^Tab(?:s|Group|List)$/;
/** Matches components whose text a build generates from the types of the code. Their props only select the types. */
const GENERATED_COMPONENTS = /^(?:\w*TSDoc|APIDocs|AutoTypeTable)$/;
const IMAGE_PATTERN = /^(?:Image|Img|Picture|ThemedImage)$/;
const TITLES = ['title', 'label', 'header', 'heading', 'summary', 'question', 'name'];
const ADDRESSES = ['href', 'to', 'url', 'link', 'src'];
/** Matches a value of `url` or `link` that is a link destination. Other values are names or paths that only the component understands. */
const ADDRESS_VALUE = /^(?:[a-z][a-z\d+.-]*:|[./#{])/i;
const DESCRIPTIONS = ['description', 'answer', 'caption', 'text', 'content', 'subtitle', 'tagline', 'alt'];
const KIND_PROPS = ['type', 'kind', 'variant', 'intent', 'status'];
/** Matches values of `type`, `variant` and similar props that only describe the appearance, such as `primary`. */
const NEUTRAL_KIND = /^(?:default|neutral|none|normal|outline|plain|primary|secondary)$/i;
/** Matches props that only affect appearance or behavior. */
const INVISIBLE_PROPS =
  /^(?:class\w*|\w+Class(?:Name)?|style|id|key|ref|slot|as|role|icon\w*|emoji|logo|colou?rs?|variant|size|width|height|align\w*|justify|cols?|columns?|num|gap|spacing|open|default\w*|initial\w*|collapsible|expandable|sync\w*|group\w*|tabs?|template|metadata|filePath|theme|frame|rounded|arrow|horizontal|vertical|lines|wrap|target|rel|loading|lazy|controls|auto\w*|muted|loop|playsInline|allow\w*|show\w*|hide\w*|hidden|disabled|noZoom|attributes|light|dark|img|image|slotScope|mode|layout|direction|orientation|position|placement|side|offset|delay|duration|speed|ratio|aspect\w*|priority|quality|sizes|fill|unoptimized|blur\w*|zoom\w*|radius|padding|margin|breakpoint|language|lang|on[A-Z].*|(?:aria|data|v|client|set|is)[-:].*|[@:#].*)$/;
/** Matches props that affect behavior but whose value may be a useful example for readers. */
const INITIAL_PATTERN = /^initial\w*$/;
/** Matches the start of a string, which may be text for readers. */
const PROSE_PATTERN = /["'`]/;

/** Matches a value that is text rather than a name or a command. */
const SENTENCE_PATTERN = /^\p{Lu}\S*\s+\S+\s|[.!?]$/u;

/** Matches props whose value readers may type or search for, also if it is not a sentence. */
const EXAMPLE_PROP =
  /^(?:cmd|commands?|scripts?|run|install|packages?|query|expression|formula|values?|inputs?|outputs?|examples?)$/;

/**
 * Matches a sentence, a name of several words such as "Visual Studio", or a version. Other values of an unknown component are names of files and
 * options that the component renders.
 */
const TEXT_VALUE = /^\p{Lu}\S*\s|\s\S*[.!?]$|^[<>=~^]*\s*v?\d[\w.+-]*$/u;

/** Matches a name of the code, such as `timestamp` or `showDate`. */
const CODE_NAME = /^[a-z][\w.-]*$/;

/** Matches a number that only orders the content of a component. */
const STEP_NUMBER = /^\d{1,3}$/;

/**
 * Returns the text of a component's start tag: **npm** for `<Tab value="npm">`, **Warning** for `<Callout type="warning">`, a link for `<Card
 * title="A" href="/a">`. Ignores props that only change the appearance. Renders data as a list on separate lines. Returns undefined if a prop
 * contains text that cannot be parsed.
 */
export function formatComponent(tag: ElementTag): string | undefined {
  const rows: string[] = [];
  const line = formatTagLine(tag, rows);
  return line === undefined ? undefined : [...(line === '' ? [] : [line]), ...rows].join('\n');
}

/** Returns the text of the tag without the data in its props, and adds the data to `rows`. */
function formatTagLine({ name, props, isEmpty }: ElementTag, rows: string[]): string | undefined {
  const componentName = name.slice(name.lastIndexOf('.') + 1);
  if (GENERATED_COMPONENTS.test(componentName)) return '';
  if (componentName === 'ThemedImage') return formatThemedImage(props);
  const label = splitName(name);
  if (ADMONITION_PATTERN.test(name) || formatLabel(label) !== undefined) return formatAdmonition(label, props);
  const propText = getVisibleProps({ name: componentName, props, isEmpty }, rows);
  if (!propText) return undefined;
  if (FIELD_PATTERN.test(name)) return formatField(props, propText);
  const facts = [...propText];
  const take = (names: readonly string[]) => {
    const visibleName = names.find((each) => propText.has(each));
    const value = visibleName === undefined ? undefined : propText.get(visibleName);
    if (visibleName !== undefined) propText.delete(visibleName);
    return value;
  };
  const isPanel = PANEL_PATTERN.test(name);
  const title = take(isPanel ? [...TITLES, 'value'] : TITLES);
  if (FILE_PATTERN.test(name)) return title === undefined ? '' : `- ${title}`;
  const address = take(ADDRESSES.filter((each) => isAddress(each, propText.get(each))));
  const description = take(DESCRIPTIONS);
  if (IMAGE_PATTERN.test(name) && address !== undefined) return `![${description ?? title ?? ''}](${address})`;
  if (isPanel || title !== undefined) propText.delete('value');
  // The other props of a prompt with content only select buttons.
  const isPrompt = componentName === 'Prompt' && !isEmpty;
  if (LAYOUT_COMPONENTS.test(name) || isPrompt) propText.clear();
  const formatList = (entries: Iterable<readonly [string, string]>) =>
    Array.from(entries, ([key, value]) => (value === '' ? key : `${key}: ${value}`)).join(', ');
  const listText = formatList(propText);
  if (title === undefined && address === undefined && listText !== '') {
    const isHidden = isEmpty
      ? !facts.some(([key, value]) => TEXT_VALUE.test(value) || (EXAMPLE_PROP.test(key) && /\s/.test(value)))
      : facts.every(([, value]) => STEP_NUMBER.test(value));
    // If the component has texts, values that are names in the code are not for readers.
    const hasProse = isEmpty && facts.some(([, value]) => /\s/.test(value));
    const texts = hasProse ? facts.filter(([, value]) => !CODE_NAME.test(value)) : facts;
    return isHidden ? '' : formatArguments(componentName, texts);
  }
  const heading = title ?? (address === undefined ? undefined : (description ?? (isEmpty ? componentName : address)));
  if (heading === undefined && description === undefined) return '';
  const titleText = heading === undefined ? '' : address === undefined ? makeBold(heading) : `[${heading}](${address})`;
  const descriptionSuffix =
    description === undefined || heading === description ? '' : `${titleText === '' ? '' : ': '}${description}`;
  return titleText + descriptionSuffix + (listText === '' ? '' : ` (${listText})`);
}

/** Matches the path of the image for light mode, also within a call such as `useBaseUrl('/img/a.png')`. */
const LIGHT_SOURCE = /\blight["']?\s*:\s*(?:[\w.]+\(\s*)?["'`]([^"'`$\n]{1,1000})["'`]/;

/** Returns the image for light mode of a component that has an image for each color scheme. */
function formatThemedImage(props: ReadonlyMap<string, PropValue>): string {
  const [alt, sources] = [props.get('alt'), props.get('sources')];
  const source = typeof sources === 'object' ? LIGHT_SOURCE.exec(sources.expression)?.[1] : undefined;
  const text = typeof alt === 'string' ? alt.replaceAll(/\s+/g, ' ').replaceAll(/[[\]]/g, '') : '';
  return source === undefined ? text : `![${text}](${source})`;
}

/** Returns whether the value of a prop is the target of a link. */
function isAddress(name: string, value: string | undefined): boolean {
  return (name !== 'url' && name !== 'link') || ADDRESS_VALUE.test(value ?? '');
}

/**
 * Returns the arguments of an unknown component as text. Sentences are returned without the name of the prop. Numbers and versions include the
 * component's name, as in "Since (v: 1.2)", because they are meaningless without it.
 */
function formatArguments(own: string, facts: readonly (readonly [string, string])[]): string {
  const texts = facts.map(([key, value]) =>
    value === '' ? key : SENTENCE_PATTERN.test(value) ? value : `${key}: ${value}`,
  );
  return facts.every(([, value]) => /\p{L}/u.test(value)) ? texts.join(', ') : `${own} (${texts.join(', ')})`;
}

/** Returns whether a prop is the title of the component. */
export function hasTitle(props: ReadonlyMap<string, PropValue>): boolean {
  return TITLES.some((name) => typeof props.get(name) === 'string');
}

/** Matches a call whose result is known only to the site, such as a list of pages. The call must not contain elements with text. */
const COMPUTATION_PATTERN = /^[^<]*\bawait\b[^<]*$/;
/** Matches code that the site computes, such as an example with the options of a component. */
const COMPUTED_CODE = /^`[^`]*\$\{[^`]*`$/;
const CODE_PROP = /^(?:code|source|definition)$/;

/** Returns the props with text for readers; undefined if a prop cannot be parsed. Adds data to `rows`. */
function getVisibleProps(
  { name: own, props, isEmpty }: Pick<ElementTag, 'name' | 'props' | 'isEmpty'>,
  rows: string[],
): Map<string, string> | undefined {
  const visibleValues = new Map<string, string>();
  for (const [name, prop] of props) {
    // A value with several lines is text only if it is the initial text of an example.
    const isInitial = INITIAL_PATTERN.test(name);
    const value = (isInitial && typeof prop === 'object' && /^`([^`$]+)`$/.exec(prop.expression)?.[1]) || prop;
    const isText = isInitial && typeof value === 'string' && SENTENCE_PATTERN.test(value);
    if (INVISIBLE_PROPS.test(name) && !isText && !(IMAGE_PATTERN.test(own) && name === 'src')) continue;
    if (typeof value === 'string') {
      if (value.trim() !== '') visibleValues.set(name, value.replaceAll(/\s+/g, ' ').trim());
    } else if (value === true) {
      if (FIELD_PATTERN.test(own)) visibleValues.set(name, '');
    } else if (PROSE_PATTERN.test(value.expression)) {
      // The labels of tabs are added to the tabs.
      if (!isEmpty && TABS_PATTERN.test(own) && /^(?:items|values)$/.test(name)) continue;
      const data = parseScriptData(value.expression);
      // Labels of tabs repeat the text of the tabs, but the cards of a grid are text.
      if (LAYOUT_COMPONENTS.test(own) && !hasObjects(data)) continue;
      const isComputed =
        COMPUTATION_PATTERN.test(value.expression) || (CODE_PROP.test(name) && COMPUTED_CODE.test(value.expression));
      if (data === undefined && isComputed) continue;
      if (data === undefined) return undefined;
      addRows(data, rows);
    }
  }
  return visibleValues;
}

function hasObjects(data: ScriptData | undefined): boolean {
  return Array.isArray(data) && data.some((entry) => entry instanceof Map && entry.size > 1);
}

/** Adds a list item to `rows` for each entry of the data. */
function addRows(data: ScriptData, rows: string[]): void {
  const entries = data instanceof Map ? [...data] : typeof data === 'string' ? [data] : data;
  for (const entry of entries) {
    const text = formatEntry(entry);
    if (text !== '') rows.push(`- ${text}`);
  }
}

/** Returns an entry on one line: `a: b, c` for a list, and **title**: description (key: value) for an object. */
function formatEntry(data: ScriptData): string {
  if (typeof data === 'string') return data;
  if (!(data instanceof Map)) {
    const texts = [...data.values()].map(formatEntry).filter((text) => text !== '');
    if ([...data.values()].some((entry) => entry instanceof Map)) return texts.join(', ');
    const [first = '', ...rest] = texts;
    return rest.length === 0 ? first : `${first}: ${rest.join(', ')}`;
  }
  const facts = new Map<string, string>();
  for (const [key, value] of data) {
    const text = INVISIBLE_PROPS.test(key) ? '' : formatEntry(value);
    if (text !== '') facts.set(key, text);
  }
  const take = (names: readonly string[]) => {
    const knownName = names.find((each) => facts.has(each)) ?? '';
    const value = facts.get(knownName);
    facts.delete(knownName);
    return value;
  };
  const [title, address, description] = [take(TITLES), take(ADDRESSES), take(DESCRIPTIONS)];
  const factText = Array.from(facts, ([key, value]) => `${key}: ${value}`).join(', ');
  const name = title === undefined ? address : address === undefined ? makeBold(title) : `[${title}](${address})`;
  const text = [name, description].filter((part) => part !== undefined).join(': ');
  return text === '' ? factText : factText === '' ? text : `${text} (${factText})`;
}

/** Returns the description of a field: **`limit`** (integer, required) for `<ParamField query="limit" type="integer" required>`. */
function formatField(props: ReadonlyMap<string, PropValue>, shownProps: ReadonlyMap<string, string>): string {
  const key = FIELD_NAMES.find((each) => shownProps.has(each));
  const otherFields = [...shownProps].filter(([name]) => name !== key);
  const fallback = props.get('default');
  if (typeof fallback === 'string') otherFields.push(['default', fallback]);
  const facts = otherFields.map(([name, value]) =>
    value === '' ? name : name === 'type' ? value : `${name}: ${value}`,
  );
  if (key === undefined) return facts.join(', ');
  const parameterPlace = key === 'name' || key === 'param' ? [] : [key === 'body' ? 'body' : `${key} parameter`];
  const allFields = [...parameterPlace, ...facts].join(', ');
  return `**\`${shownProps.get(key)}\`**${allFields === '' ? '' : ` (${allFields})`}`;
}

function formatAdmonition(name: string, props: ReadonlyMap<string, PropValue>): string {
  const getText = (names: readonly string[]) =>
    names.map((each) => props.get(each)).find((value): value is string => typeof value === 'string');
  const title = getText(TITLES);
  const kind = getText(KIND_PROPS)?.replace(/^warn$/i, 'warning') ?? '';
  if (formatLabel(kind) !== undefined) return formatLabel(kind, title) ?? '';
  if (formatLabel(name, title) || kind === '' || NEUTRAL_KIND.test(kind)) return formatLabel(name, title) ?? '';
  return formatLabel('callout', title ?? kind) ?? '';
}

/** Returns the name of a component with hyphens between its words, such as `deep-dive` for `DeepDive`. */
function splitName(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-');
}

/** Returns the words that an icon stands for, such as "check" for `<Check />` and `<Icon name="mdi:check" />`. */
export function formatIcon({ name, props }: ElementTag): string {
  const givenTitle = ['name', 'icon'].map((key) => props.get(key)).find((value) => typeof value === 'string');
  const icon =
    typeof givenTitle === 'string'
      ? givenTitle.slice(Math.max(givenTitle.lastIndexOf(':'), givenTitle.lastIndexOf('/')) + 1)
      : name;
  const words = splitName(icon.slice(icon.lastIndexOf('.') + 1))
    .toLowerCase()
    .replaceAll(/[-_]+/g, ' ');
  return words.replaceAll(/^(?:icon|fa|lucide) | icon$/g, '').trim();
}

function makeBold(text: string): string {
  return `**${text.replaceAll('**', '')}**`;
}
