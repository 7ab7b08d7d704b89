import { DASHES, SPACES } from './entity.ts';

/** Letters and digits that the shortest of all numbers has, but for addresses of machines. */
const LEAST_UNITS = 9;
/** Digits that the first part of an address of a machine has at most, with what stands behind them. */
const FIRST_PART_UNITS = 5;
const PARTS = new RegExp(`[${SPACES}.:/+${DASHES}-]`);

const OUTSIDE = 0;
const DIGIT_OR_CAPITAL = 1;
const SMALL = 2;
const PART = 3;
/** What each unit of ASCII is in a number. */
const KINDS = Uint8Array.from({ length: 0x80 }, (_, unit) => kindOf(String.fromCharCode(unit)));

function kindOf(character: string): number {
  if (/[0-9A-Z]/.test(character)) return DIGIT_OR_CAPITAL;
  if (/[a-z]/.test(character)) return SMALL;
  return PARTS.test(character) ? PART : OUTSIDE;
}

const kindAt = (text: string, at: number): number => {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return KINDS[unit] ?? OUTSIDE;
  return PARTS.test(text.charAt(at)) ? PART : OUTSIDE;
};

/**
 * Whether a number of people or accounts may begin at a place: nine letters or digits, with no more than one unit between them that parts
 * them, and small letters in the first word alone. Dates, times, versions and amounts are shorter.
 */
export function mayBeNumber(text: string, place: number): boolean {
  let units = 0;
  let isFirst = true;
  let wasPart = false;
  for (let at = place; at < text.length; at += 1) {
    const kind = kindAt(text, at);
    if (kind === PART) {
      if (wasPart) return false;
      wasPart = true;
      isFirst = false;
      continue;
    }
    if (kind === OUTSIDE || (kind === SMALL && !isFirst)) return false;
    wasPart = false;
    units += 1;
    if (units === LEAST_UNITS) return true;
  }
  return false;
}

/** Whether an address of a machine may begin at a place: a dot or a colon comes soon. */
export function mayBeAddress(text: string, place: number): boolean {
  for (let at = place; at < place + FIRST_PART_UNITS; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x2e || unit === 0x3a) return true;
  }
  return false;
}
