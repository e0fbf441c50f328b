import { scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import { ChartFrame, type ChartProps, formatNumber, PLOT_HEIGHT } from './chart-frame.tsx';

/** Classes of HTTP statuses. Their colors differ for the common color-vision deficiencies, and each has a pattern. */
const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;
type StatusClass = (typeof STATUS_CLASSES)[number];

/** Counts of one time interval; null if they are unknown, which is shown as a gap. */
export interface StatusBucket {
  readonly label: string;
  readonly counts: Readonly<Record<StatusClass, number>> | null;
}

/** A bar chart over time. Each bar is stacked from the counts by status class. */
export function StatusBars({ buckets, ...chart }: ChartProps & { readonly buckets: readonly StatusBucket[] }) {
  const knownBuckets = buckets.flatMap(({ label, counts }) => (counts ? [{ label, ...counts }] : []));
  const layers = stack<(typeof knownBuckets)[number], StatusClass>().keys(STATUS_CLASSES)(knownBuckets);
  const top = Math.max(1, ...layers.flatMap((layer) => layer.map(([, end]) => end)));
  const y = scaleLinear([0, top], [PLOT_HEIGHT, 0]).nice(2);
  const x = scaleBand(
    buckets.map(({ label }) => label),
    [0, 100],
  ).paddingInner(buckets.length > 60 ? 0 : 0.2);
  const bars = layers.flatMap((layer) =>
    layer.map(([start, end], index) => ({ key: layer.key, label: knownBuckets[index]?.label ?? '', start, end })),
  );
  return (
    <ChartFrame
      {...chart}
      max={y.domain()[1] ?? top}
      series={STATUS_CLASSES.map((name) => ({ name, mark: `status-${name}` }))}
      rows={buckets.map(({ label, counts }) => ({
        label,
        values: STATUS_CLASSES.map((name) => (counts ? formatNumber(counts[name]) : '–')),
      }))}
    >
      <Patterns id={chart.id} />
      {bars
        .filter(({ start, end }) => end > start)
        .map(({ key, label, start, end }) => {
          const place = {
            x: `${x(label) ?? 0}%`,
            width: `${x.bandwidth()}%`,
            y: y(end),
            height: Math.max(1, y(start) - y(end)),
          };
          return (
            <>
              <rect class={`status-${key}`} {...place} />
              <rect fill={`url(#${chart.id}-status-${key})`} {...place} />
            </>
          );
        })}
    </ChartFrame>
  );
}

/** The patterns that distinguish the classes without color: 2xx plain, 3xx dots, 4xx stripes, 5xx a grid. */
function Patterns({ id }: { readonly id: string }) {
  const size = { width: 6, height: 6, patternUnits: 'userSpaceOnUse' } as const;
  return (
    <defs>
      <pattern id={`${id}-status-3xx`} {...size}>
        <circle class="pattern-dot" cx="3" cy="3" r="1" />
      </pattern>
      <pattern id={`${id}-status-4xx`} {...size} patternTransform="rotate(45)">
        <line class="pattern-line" x1="0" y1="0" x2="0" y2="6" />
      </pattern>
      <pattern id={`${id}-status-5xx`} {...size}>
        <path class="pattern-line" d="M0 0H6M0 0V6" />
      </pattern>
    </defs>
  );
}
