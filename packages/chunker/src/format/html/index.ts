export { frontMatterLines, titleOfFrontMatter } from './front-matter.ts';
export { readHtml, readHtmlPart } from './read-html.ts';
