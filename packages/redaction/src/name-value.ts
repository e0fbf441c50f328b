const NAMES = 'name|type|key|field|header|param|parameter|property|property_?name|path|loc|variable';
const VALUES = 'values?|val|input|received|rejected_?value|attempted_?value';

const FIELD_NAME = new RegExp(`^(?:${NAMES})$`, 'i');
const FIELD_VALUE = new RegExp(`^(?:${VALUES})$`, 'i');

/** Whether the value under a name is itself a name: `{"name": "password", "value": …}`, `{"field": "password", "rejectedValue": …}`. */
export const isFieldName = (name: string) => FIELD_NAME.test(name);

/** Whether the value under a name belongs to the name under `isFieldName`. */
export const isFieldValue = (name: string) => FIELD_VALUE.test(name);

const QUOTE = `\\\\{0,8}["']`;
const COLON = '\\s{0,8}:\\s{0,8}';
const WORD = '([\\w.[\\]/ -]{1,128})';

/** A name as a value, or the last one of a list: `"password"`, `["body", "password"]`. */
export const FIELD_IN_TEXT = new RegExp(
  `^(?:\\[[^\\][{}]{0,120})?${QUOTE}${WORD}${QUOTE}(?:\\s{0,8}\\])?(?=\\s{0,64}[,}])`,
);
/** Text between a name and the corresponding value, within one object. */
export const VALUE_AFTER_FIELD = new RegExp(`^[^{}[\\]]{0,160}?${QUOTE}(?:${VALUES})${QUOTE}${COLON}`, 'i');
/** Text between a value and the corresponding name, within one object. */
export const FIELD_AFTER_VALUE = new RegExp(
  `^[^{}[\\]]{0,160}?${QUOTE}(?:${NAMES})${QUOTE}${COLON}${QUOTE}${WORD}${QUOTE}`,
  'i',
);
