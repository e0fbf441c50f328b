/** A table of a report. The first column names the row; all others are figures. */
export interface Table {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What is asked of a measurement, and whether it is so. */
export interface Goal {
  readonly asked: string;
  readonly measured: string;
  readonly met: boolean;
}

/** One measurement of a benchmark, as it is shown. */
export interface Section {
  readonly title: string;
  /** How it was measured, in sentences. */
  readonly notes: readonly string[];
  readonly tables: readonly Table[];
  readonly goals: readonly Goal[];
}
