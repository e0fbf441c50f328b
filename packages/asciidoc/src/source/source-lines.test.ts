import { describe, expect, it } from 'vitest';
import { createAttributes } from './document-attributes.ts';
import { createSourceLines } from './source-lines.ts';

function read(text: string): { lines: string[]; warnings: string[] } {
  const attributes = createAttributes();
  attributes.set('set', '2', 0);
  attributes.set('unset', undefined, 0);
  const warnings: string[] = [];
  const source = createSourceLines(text.split('\n'), attributes, (line, message) =>
    warnings.push(`${line} ${message}`),
  );
  const lines: string[] = [];
  for (let line = source.pull(); line; line = source.pull()) {
    lines.push(`${line.from} ${line.text}${line.include === undefined ? '' : ` <- ${line.include}`}`);
  }
  return { lines, warnings };
}

describe('createSourceLines', () => {
  it.each([
    ['ifdef::set[]', true],
    ['ifdef::unset[]', false],
    ['ifdef::unknown[]', true],
    ['ifndef::set[]', false],
    ['ifndef::unset[]', true],
    ['ifndef::unknown[]', true],
    ['ifdef::unset,set[]', true],
    ['ifdef::unset,unknown[]', true],
    ['ifdef::unset+set[]', false],
    ['ifdef::unset+unknown[]', false],
    ['ifdef::set+unknown[]', true],
    ['ifndef::set,unknown[]', false],
    ['ifndef::unset+set[]', true],
    ['ifdef::backend-html5[]', true],
    ['ifdef::backend-pdf[]', false],
    ['ifdef::nbsp[]', true],
    ['ifeval::["{set}" == "2"]', true],
    ['ifeval::["{set}" != "2"]', false],
    ['ifeval::[{set} > 10]', false],
    ['ifeval::[{set} <= 2]', true],
    ["ifeval::['{unset}' == '']", true],
    ['ifeval::["{unknown}" == "2"]', true],
    ['ifeval::["{set}" == 2]', true],
    ['ifeval::[nonsense]', true],
  ])('evaluates the AsciiDoc condition %s', (directive, shown) => {
    expect(read(`a\n${directive}\nb\nendif::[]\nc`)).toEqual({
      lines: shown ? ['1 a', '3 b', '5 c'] : ['1 a', '5 c'],
      warnings: [],
    });
  });

  it.each([
    ['ifdef::set[b *c*]', ['1 b *c*']],
    ['ifdef::unset[b]', []],
    ['ifndef::unknown[:a: b]', ['1 :a: b']],
    ['\\ifdef::set[]', ['1 ifdef::set[]']],
    ['\\include::a[]', ['1 include::a[]']],
    ['include::a/{b}.adoc[tag=c]', ['1 include::a/{b}.adoc[tag=c] <- a/{b}.adoc']],
    ['include:: a[]', ['1 include:: a[]']],
    ['ifdef::[]', ['1 ifdef::[]']],
    ['ifdef::a', ['1 ifdef::a']],
    [' ifdef::set[]', ['1  ifdef::set[]']],
    ['a  \t', ['1 a']],
  ])('reads the source line %j', (text, lines) => {
    expect(read(text)).toEqual({ lines, warnings: [] });
  });

  it('omits AsciiDoc branches with a false condition', () => {
    const text = [
      'ifdef::unset[]',
      'a',
      'ifdef::set[]',
      'b',
      'endif::[]',
      'include::c[]',
      'ifdef::set[d]',
      'endif::unset[]',
      'e',
    ];
    expect(read(text.join('\n'))).toEqual({ lines: ['9 e'], warnings: [] });
  });

  it('reports unclosed AsciiDoc conditions, and endif without a condition', () => {
    expect(read('endif::[]\na\nifdef::set[]\nifdef::unset[]\nb').warnings).toEqual([
      '1 endif without ifdef, ifndef or ifeval',
      '3 condition on set is not closed by endif',
      '4 condition on unset is not closed by endif',
    ]);
  });

  it('treats AsciiDoc directives as text in verbatim mode', () => {
    const source = createSourceLines(['ifdef::x[]', 'a'], createAttributes(), () => {});
    expect([source.pull(true)?.text, source.pull()?.text, source.pull()]).toEqual(['ifdef::x[]', 'a', undefined]);
  });
});
