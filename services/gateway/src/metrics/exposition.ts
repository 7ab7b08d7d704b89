/** Labels of a sample, in the order in which they are printed. */
export type Labels = Readonly<Record<string, string>>;

/** One family of samples in the Prometheus text format. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

export interface Sample {
  /** Follows the family's name: `_bucket`, `_sum`. */
  readonly suffix?: string;
  readonly labels: Labels;
  readonly value: number;
}

/** The text of families, each sample with `common` labels too. */
export const toText = (families: readonly Family[], common: Labels): string =>
  families.map((family) => familyText(family, common)).join('\n');

function familyText({ name, help, type, samples }: Family, common: Labels): string {
  const lines = samples.map(
    ({ suffix = '', labels, value }) =>
      `${name}${suffix}{${labelText({ ...labels, ...common })}} ${value}`,
  );
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');
}

const labelText = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escape(value)}"`)
    .join(',');

const escape = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
