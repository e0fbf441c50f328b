const NAME_KEYS = 'name|type|key|field|header|param|parameter|property|property_?name|path|loc|variable';
const VALUE_KEYS = 'values?|val|input|received|rejected_?value|attempted_?value';

const FIELD_NAME = new RegExp(`^(?:${NAME_KEYS})$`, 'i');
const FIELD_VALUE = new RegExp(`^(?:${VALUE_KEYS})$`, 'i');

/** Returns whether the value of this property is itself a name: `{"name": "password", "value": …}`, `{"field": "password", "rejectedValue": …}`. */
export const isFieldName = (name: string) => FIELD_NAME.test(name);

/** Returns whether the value of this property belongs to the name in a property for which `isFieldName` returns true. */
export const isFieldValue = (name: string) => FIELD_VALUE.test(name);

const QUOTE = `\\\\{0,8}["']`;
const COLON = '\\s{0,8}:\\s{0,8}';
const WORD = '([\\w.[\\]/ -]{1,128})';

/** Matches a quoted name, or the last name of a list: `"password"`, `["body", "password"]`. */
export const FIELD_IN_TEXT = new RegExp(
  `^(?:\\[[^\\][{}]{0,120})?${QUOTE}${WORD}${QUOTE}(?:\\s{0,8}\\])?(?=\\s{0,64}[,}])`,
);
/** Matches the text between a name and its value in the same object. */
export const VALUE_AFTER_FIELD = new RegExp(`^[^{}[\\]]{0,160}?${QUOTE}(?:${VALUE_KEYS})${QUOTE}${COLON}`, 'i');
/** Matches the text between a value and its name in the same object. */
export const FIELD_AFTER_VALUE = new RegExp(
  `^[^{}[\\]]{0,160}?${QUOTE}(?:${NAME_KEYS})${QUOTE}${COLON}${QUOTE}${WORD}${QUOTE}`,
  'i',
);
