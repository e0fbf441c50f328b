import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';

const [WIDTH, HEIGHT] = [96, 24];

/** A sparkline of a series in a table row, next to the total. Screen readers read its description. */
export function Sparkline({ title, values }: { readonly title: string; readonly values: readonly number[] }) {
  const y = scaleLinear([0, Math.max(1, ...values)], [HEIGHT - 1, 1]);
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [1, WIDTH - 1]);
  const path = line<number>()
    .x((_value, index) => x(index))
    .y((value) => y(value));
  return (
    <svg class="sparkline" width={WIDTH} height={HEIGHT} role="img" aria-label={title}>
      <path class="line line-1" d={path([...values]) ?? ''} />
    </svg>
  );
}
