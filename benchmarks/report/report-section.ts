/** A table of a report. The first column contains the names of the rows. */
export interface Table {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A goal of a measurement, and whether it is met. */
export interface Goal {
  readonly goal: string;
  readonly measured: string;
  readonly met: boolean;
}

/** A section of a report with the results of one measurement. */
export interface Section {
  readonly title: string;
  /** Description of the measurement method, in full sentences. */
  readonly notes: readonly string[];
  readonly tables: readonly Table[];
  readonly goals: readonly Goal[];
}
