export { htmlTexts, lossIn } from './html-texts.ts';
export { lostLetters, lostTexts, type TextLoss } from './lost-letters.ts';
export { openapiTexts } from './openapi-texts.ts';
export { rstWords } from './rst-words.ts';
