/** The grounds that charts are drawn on. */
export const GROUNDS = { light: '#ffffff', dark: '#242424' } as const;
export type Scheme = keyof typeof GROUNDS;

/** After Okabe and Ito, darker on light ground and lighter on dark ground, so that each line has a contrast of 3 at least. */
const COLORS: Readonly<Record<Scheme, readonly string[]>> = {
  light: ['#0072b2', '#b34700', '#00735a', '#a3497f', '#5b4bb5', '#6b5b00'],
  dark: ['#56b4e9', '#e69f00', '#2bc79a', '#e39ac4', '#b5a8ff', '#f0e442'],
};

/** Lengths of dashes and gaps, pixels; empty: a whole line. */
const DASHES: readonly (readonly number[])[] = [[], [8, 4], [2, 3], [10, 3, 2, 3], [14, 6]];

/** How a line is told from the others: by its colour, and without seeing colours by its dashes. */
export interface LineLook {
  readonly color: string;
  readonly dash: readonly number[];
}

/** So many lines look different from one another. */
export const LOOKS = COLORS.light.length * DASHES.length;

/** The look of a chart's line by its place, from 0. */
export const lineLook = (index: number, scheme: Scheme): LineLook => ({
  color: COLORS[scheme][index % COLORS[scheme].length] ?? '#808080',
  dash: DASHES[index % DASHES.length] ?? [],
});
