/** Characters of an id that a provider gives: those of known vendors are far shorter, and ours that have them inside are opened. */
const LONGEST = 512;
/** These stand for other addresses, whatever is asked for behind them. */
const FOLDERS: ReadonlySet<string> = new Set(['.', '..']);

/** Whether a provider can be asked for something by this, and it can be written down. What it gives in the place of an id may be anything. */
export const isVendorId = (value: unknown): value is string =>
  typeof value === 'string' &&
  value !== '' &&
  value.length <= LONGEST &&
  value.isWellFormed() &&
  !FOLDERS.has(value);
