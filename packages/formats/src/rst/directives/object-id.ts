import { makeId } from '../heading-slug.ts';
import type { ObjectScope } from '../parse-state.ts';
import type { Directive } from './directive.ts';

/** Directives of Sphinx's Python domain, which is the default domain. */
const PYTHON_KINDS = new Set([
  'attribute',
  'class',
  'awaitablefunction',
  'awaitablemethod',
  'abstractmethod',
  'classmethod',
  'coroutinefunction',
  'coroutinemethod',
  'data',
  'decorator',
  'decoratormethod',
  'exception',
  'function',
  'method',
  'property',
  'staticmethod',
  'type',
]);
const CLASS_KINDS = new Set(['class', 'exception']);
/** Matches a dotted name after optional words such as `class` or `async`. */
const PYTHON_NAME =
  /^(?:(?:abstractmethod|async|class|classmethod|final|static|staticmethod)\s+)*([\p{L}_][\p{L}\p{N}_.]*)/u;

/** Returns the kind of a Python object, such as `class` for `py:class` and `autoclass`; undefined for other directives. */
function getPythonKind({ name }: Directive): string | undefined {
  const kind = name.replace(/^py:/, '').replace(/^auto/, '');
  return PYTHON_KINDS.has(kind) ? kind : undefined;
}

export function isPythonClass(directive: Directive): boolean {
  return CLASS_KINDS.has(getPythonKind(directive) ?? '');
}

/** Returns the name of a Python object with its class, but without its module. */
export function getPythonName({ argument: [signature = ''] }: Directive, { owner, module }: ObjectScope): string {
  let name = PYTHON_NAME.exec(signature)?.[1] ?? '';
  if (module !== '' && name.startsWith(`${module}.`)) name = name.slice(module.length + 1);
  return owner === '' || name.startsWith(`${owner}.`) || name === '' ? name : `${owner}.${name}`;
}

/** Returns the anchor that Sphinx generates for an object; undefined if the rule for this kind of object is not implemented. */
export function createObjectId(directive: Directive, scope: ObjectScope): string | undefined {
  const [signature = ''] = directive.argument;
  const [first = ''] = signature.split(/[\s,=[]/, 1);
  switch (directive.name) {
    case 'confval':
    case 'envvar':
      return `${directive.name}-${makeId(signature)}`;
    case 'option':
      return makeId(['cmdoption', scope.program, first.replace(/^[-/+]+/, '')].filter((part) => part !== '').join('-'));
    default: {
      if (getPythonKind(directive) === undefined) return undefined;
      const name = getPythonName(directive, scope);
      const module = directive.options.get('module')?.value ?? scope.module;
      return name === '' ? undefined : module === '' ? name : `${module}.${name}`;
    }
  }
}
