import type { Child, PropsWithChildren } from 'hono/jsx';
import { Icon, type IconName } from './icons.tsx';

/** A link that looks like a button, for the main next step on a page. */
export function LinkButton({
  href,
  kind = 'secondary',
  icon,
  children,
}: PropsWithChildren<{
  readonly href: string;
  readonly kind?: 'primary' | 'secondary' | 'quiet';
  readonly icon?: IconName;
}>) {
  return (
    <a class={`button ${kind}`} href={href}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

/** A short status, such as the role of a member. */
export function Badge({
  kind = 'neutral',
  children,
}: PropsWithChildren<{ readonly kind?: 'neutral' | 'success' | 'warning' | 'danger' }>) {
  return <span class={`badge ${kind}`}>{children}</span>;
}

const NOTICE_ICONS = { info: 'info', success: 'check', warning: 'triangle-alert', danger: 'circle-alert' } as const;

/** A message above the content, such as the result of the form that redirected to the page. */
export function Notice({ kind = 'info', children }: PropsWithChildren<{ readonly kind?: keyof typeof NOTICE_ICONS }>) {
  return (
    <div class={`notice ${kind}`} role={kind === 'info' ? undefined : 'status'}>
      <Icon name={NOTICE_ICONS[kind]} />
      <div>{children}</div>
    </div>
  );
}

/** A part of a page with its own heading. */
export function Section({ title, id, children }: PropsWithChildren<{ readonly title: string; readonly id?: string }>) {
  return (
    <section class="section" id={id}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Matches short words that browsers would break after a hyphen, such as an option of a command. */
const HYPHENATED_WORD = /(?<!\S)(?=\S{2,32}(?:\s|$))([^\s-]*-\S+)/;

/** A command or another text to copy. The copy button requires that the page loads the script `page`. */
export function CodeBlock({ children }: { readonly children: string }) {
  return (
    <div class="code" data-copy>
      <pre tabindex={0}>
        <code>
          {children.split(HYPHENATED_WORD).map((text, index) => (index % 2 === 1 ? <span>{text}</span> : text))}
        </code>
      </pre>
    </div>
  );
}

/** A time in a readable and an exact format, or only a date. */
export function Time({ at, precision = 'minute' }: { readonly at: string; readonly precision?: 'minute' | 'day' }) {
  const day = at.slice(0, 10);
  return <time datetime={at}>{precision === 'day' ? day : `${day} ${at.slice(11, 16)} UTC`}</time>;
}

/** The empty state of a page or of a part of a page, with the next step. */
export function State({
  icon,
  title,
  children,
}: PropsWithChildren<{ readonly icon: IconName; readonly title: string }>) {
  return (
    <div class="state">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** A column of a table. */
export interface TableColumn<Row> {
  readonly title: Child;
  readonly render: (row: Row) => Child;
  /** Whether the column contains numbers, which are aligned at the right. */
  readonly isNumeric?: boolean;
}

/** A table whose first column contains row headers. On a narrow page, the table scrolls horizontally. */
export function Table<Row>({
  caption,
  columns,
  rows,
}: {
  /** Caption of the table for screen readers. */
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
}) {
  return (
    <section class="table" tabindex={0} aria-label={caption}>
      <table>
        <thead>
          <tr>
            {columns.map(({ title, isNumeric }) => (
              <th scope="col" class={isNumeric ? 'number' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {columns.map(({ render, isNumeric }, index) =>
                index === 0 ? (
                  <th scope="row">{render(row)}</th>
                ) : (
                  <td class={isNumeric ? 'number' : undefined}>{render(row)}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Tabs: links to views of the same subject. */
export function Tabs({
  label,
  tabs,
  current,
}: {
  readonly label: string;
  readonly tabs: readonly { readonly path: string; readonly title: string }[];
  /** Path of the current tab. */
  readonly current: string;
}) {
  return (
    <nav class="tabs" aria-label={label}>
      <ul>
        {tabs.map(({ path, title }) => (
          <li>
            <a href={path} aria-current={path === current ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Links to the other pages of a long list. */
export function Pagination({
  first,
  next,
}: {
  readonly first?: string | undefined;
  readonly next?: string | undefined;
}) {
  if (first === undefined && next === undefined) return null;
  return (
    <nav class="pagination" aria-label="Pages of the list">
      {first !== undefined && (
        <LinkButton href={first} icon="chevron-left">
          First
        </LinkButton>
      )}
      {next !== undefined && <LinkButton href={next}>Next</LinkButton>}
    </nav>
  );
}
