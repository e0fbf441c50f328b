import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { ChartFrame, type ChartProps, formatNumber, PLOT_HEIGHT } from './chart-frame.tsx';

/** A line over time. */
export interface LineSeries {
  readonly name: string;
  /** A value for each time; null is a gap. */
  readonly values: readonly (number | null)[];
}

/** Minimum distance between two labels in pixels. */
const LABEL_HEIGHT = 14;
/** Marks of the lines, by their position. They differ in color, width and dashes. */
const MARKS = ['line-1', 'line-2', 'line-3'] as const;

/** A line chart over time, for example of percentiles of durations. Each line has a label at its end. */
export function LineChart({
  labels,
  series,
  ...chart
}: ChartProps & { readonly labels: readonly string[]; readonly series: readonly LineSeries[] }) {
  const top = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const y = scaleLinear([0, top], [PLOT_HEIGHT, 0]).nice(2);
  const x = scaleLinear([0, Math.max(1, labels.length - 1)], [0, 100]);
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_value, index) => x(index))
    .y((value) => y(value ?? 0));
  return (
    <ChartFrame
      {...chart}
      max={y.domain()[1] ?? top}
      series={series.map(({ name }, index) => ({ name, mark: MARKS[index] ?? MARKS[0] }))}
      rows={labels.map((label, index) => ({
        label,
        values: series.map(({ values }) => {
          const value = values[index] ?? null;
          return value === null ? '–' : formatNumber(value);
        }),
      }))}
    >
      {/* Only the lines are stretched to the width of the page, but not their stroke width and labels. */}
      <svg
        width="100%"
        height={PLOT_HEIGHT}
        viewBox={`0 0 100 ${PLOT_HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {series.map(({ values }, index) => (
          <path class={`line ${MARKS[index] ?? MARKS[0]}`} d={path([...values]) ?? ''} />
        ))}
      </svg>
      {placeLabels(
        series.map(({ name, values }) => ({ name, y: y(values.findLast((value) => value !== null) ?? 0) })),
      ).map(({ name, y: at }) => (
        <text class="line-label" x="100%" y={at} dx="-4" text-anchor="end">
          {name}
        </text>
      ))}
    </ChartFrame>
  );
}

/** Moves overlapping labels apart, and keeps them within the plot. */
function placeLabels(
  labels: readonly { readonly name: string; readonly y: number }[],
): { readonly name: string; readonly y: number }[] {
  let previous = Number.NEGATIVE_INFINITY;
  return labels
    .toSorted((a, b) => a.y - b.y)
    .map(({ name, y }) => {
      previous = Math.max(y - 4, previous + LABEL_HEIGHT, LABEL_HEIGHT);
      return { name, y: previous };
    });
}
