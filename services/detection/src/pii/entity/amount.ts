import { SPACES } from './entity.ts';

/** Digits in threes, as amounts are written. */
const IN_THREES = new RegExp(`^\\d{1,3}([${SPACES}])\\d{3}(?:\\1\\d{3})+$`);
/** Units beside a number among which a sign or another amount is looked for. */
const BESIDE_UNITS = 24;
/** Directly before it: a sign of money, a letter that it is the value of ("n = "), or another amount of the same table. */
const BEFORE =
  /(?:\p{Sc}|(?<!\p{L})\p{L}\s?[=<>≤≥≈]|(?<![\d.,])\d{1,3}([.,])\d{3}(?:\1\d{3})*\s?[\t\n|;])\s?$/u;
/** Directly behind it: a sign of money or of a share, or another amount of the same table. */
const BEHIND = /^\s?(?:[\p{Sc}%‰]|[\t\n|;]\s?\d{1,3}([.,])\d{3}(?:\1\d{3})*(?![\d.,]))/u;

/** Words that stand beside counts and sums, in the languages of the other words for numbers: `…` for those that may go on. */
const COUNTING = [
  'population inhabitant… people visitor… voter… amount… sum total… revenue… turnover budget… sold sales quantity units pieces copies',
  'downloads views bytes tonnes kilomet… km miles litre… liter… usd eur euro… gbp chf dollar… pounds rupees yen',
  'einwohner… bevolkerung… menschen besucher… betrag… summe umsatz… insgesamt verkauf… stuck exemplar… tonnen',
  'habitant… personnes visiteur… montant… somme ventes vendu… unites octets',
  'poblacion habitantes personas visitante… importe… suma ventas vendi… unidad… ejemplar… piezas',
  'popolazione abitant… persone importo fatturato vendit… vendut… unita copie pezzi',
  'ludnosc mieszkanc… osob kwota obrot… sprzeda… sztuk… egzemplarz… zlot… pln',
  'invanare befolkning… manniskor belopp… summa omsattning… salda salde saldes forsal… stycken enheter kronor sek',
  'populacao pessoas montante faturamento vendas vendid… unidades exemplares reais brl',
  'inwoner… bevolking mensen bedrag… omzet verkocht… stuks eenheden',
]
  .join(' ')
  .split(' ')
  .map((word) => (word.endsWith('…') ? word.slice(0, -1) : `${word}(?!\\p{L})`))
  .join('|');
const COUNTS = new RegExp(`(?<!\\p{L})(?:${COUNTING})`, 'u');

/** A number in its text, and the words around it as they are compared. */
interface WrittenNumber {
  readonly text: string;
  readonly place: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

/**
 * Whether a number is a count or a sum of money: it is written in threes, as these are, and a word or a sign beside it says so. Check digits
 * tell nothing then: of such numbers, they are right in one of ten.
 */
export function isAmount({ text, place, end, before, after }: WrittenNumber): boolean {
  if (!IN_THREES.test(text.slice(place, end))) return false;
  return (
    BEFORE.test(text.slice(Math.max(0, place - BESIDE_UNITS), place)) ||
    BEHIND.test(text.slice(end, end + BESIDE_UNITS)) ||
    COUNTS.test(before) ||
    COUNTS.test(after)
  );
}
