export { readHtml, readHtmlPart } from './read-html.ts';
