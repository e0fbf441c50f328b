/** Matches a directive that describes an object of Python code, in reStructuredText and in fences of MyST. */
const OBJECT_DIRECTIVE =
  /^[ \t]*(?:\.\.[ \t]+|[`~:]{3,}\{)(?:py:)?(auto[a-z]+|(?:current)?module|class|exception|function|data|method|attribute)(?:::|\})[ \t]+([A-Za-z_][\w.]*)/gm;
const MAX_OBJECTS = 5_000;

/** Returns the objects that a document describes. The module of a name is stated by the directive `currentmodule` or `module` above it. */
export function readObjects(text: string): readonly string[] {
  if (!text.includes('::') && !text.includes('{auto') && !text.includes('{py:')) return [];
  const objects = new Set<string>();
  let module = '';
  for (const [, directive = '', name = ''] of text.matchAll(OBJECT_DIRECTIVE)) {
    if (objects.size >= MAX_OBJECTS) break;
    const isModule = directive.endsWith('module');
    if (isModule) module = name;
    if (directive === 'currentmodule') continue;
    const isFull = isModule || module === '' || name === module || name.startsWith(`${module.split('.')[0]}.`);
    objects.add(isFull ? name : `${module}.${name}`);
  }
  return [...objects];
}
