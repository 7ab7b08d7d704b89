import { countText, percentText, usdText } from '../text/format-number.ts';
import { Dash } from './moment.tsx';

type Amount = number | string | null | undefined;

const toNumber = (value: Amount): number | undefined => {
  if (value === null || value === undefined || value === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
};

/** An amount of US dollars; a dash where there is none. */
export function Usd({ value }: { readonly value: Amount }) {
  const amount = toNumber(value);
  return amount === undefined ? <Dash /> : <span className="number">{usdText(amount)}</span>;
}

/** A number; a dash where there is none. */
export function Count({ value }: { readonly value: Amount }) {
  const count = toNumber(value);
  return count === undefined ? <Dash /> : <span className="number">{countText(count)}</span>;
}

/** Percent, from 0 to 100; a dash where there are none. */
export function Percent({ value }: { readonly value: Amount }) {
  const percent = toNumber(value);
  if (percent === undefined) return <Dash />;
  return <span className="number">{percentText(percent / 100)}</span>;
}
