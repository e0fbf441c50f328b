import type { PropsWithChildren } from 'hono/jsx';

/** Height of the plot in pixels. The width depends on the page, so horizontal positions are percentages. */
export const PLOT_HEIGHT = 160;

/** Properties of every chart. */
export interface ChartProps {
  /** Unique name of the chart on its page. */
  readonly id: string;
  /** A sentence that describes what the chart shows. */
  readonly title: string;
  /** Unit of the values, such as `requests` or `ms`. */
  readonly unit: string;
}

/** A row of the table of a chart: a time, and a text for each series. */
export interface ChartRow {
  readonly label: string;
  readonly values: readonly string[];
}

/** The frame of a chart: the description, the axes, the legend, and a table with the same values. */
export function ChartFrame({
  id,
  title,
  unit,
  max,
  series,
  rows,
  children,
}: PropsWithChildren<
  ChartProps & {
    /** Value at the top of the plot, which starts at 0. */
    readonly max: number;
    /** Names of the series with the CSS classes of their marks. */
    readonly series: readonly { readonly name: string; readonly mark: string }[];
    readonly rows: readonly ChartRow[];
  }
>) {
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <ul class="legend" aria-hidden="true">
        {series.map(({ name, mark }) => (
          <li>
            <svg width="12" height="12" aria-hidden="true">
              <rect class={mark} width="12" height="12" rx="2" />
              <rect width="12" height="12" rx="2" fill={`url(#${id}-${mark})`} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      <div class="plot">
        <div class="axis y" aria-hidden="true">
          <span>{formatNumber(max)}</span>
          <span>{formatNumber(max / 2)}</span>
          <span>0</span>
        </div>
        <svg width="100%" height={PLOT_HEIGHT} role="img" aria-label={title}>
          {[0, 0.5, 1].map((part) => (
            <line class="grid" x1="0" x2="100%" y1={part * PLOT_HEIGHT} y2={part * PLOT_HEIGHT} />
          ))}
          {children}
        </svg>
        <div class="axis x" aria-hidden="true">
          <span>{rows.at(0)?.label}</span>
          <span>{rows.at(-1)?.label}</span>
        </div>
      </div>
      <details>
        <summary>As a table</summary>
        {/* A table with many columns scrolls by itself. */}
        <section class="table" tabindex={0} aria-label={title}>
          <table>
            <thead>
              <tr>
                <th scope="col">Time</th>
                {series.map(({ name }) => (
                  <th scope="col" class="number">
                    {`${name}, ${unit}`}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ label, values }) => (
                <tr>
                  <th scope="row">{label}</th>
                  {values.map((value) => (
                    <td class="number">{value}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  );
}

/** Formats a value for an axis or a table, such as `1.2 k` for 1,200. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 }).format(value);
}
