export { extractHtmlTexts, measureLoss } from './html-texts.ts';
export { measureLostLetters, measureLostTexts, type TextLoss } from './lost-letters.ts';
export { extractOpenapiTexts } from './openapi-texts.ts';
export { extractRstWords } from './rst-words.ts';
