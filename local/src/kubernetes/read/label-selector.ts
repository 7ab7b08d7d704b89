import { badRequest } from '../objects/status.ts';

export type Labels = Readonly<Record<string, string>>;
export type LabelSelector = (labels: Labels) => boolean;

const KEY = '[A-Za-z0-9](?:[-A-Za-z0-9_./]*[A-Za-z0-9])?';
const SET = new RegExp(`^(${KEY})\\s+(in|notin)\\s*\\(([^()]*)\\)$`);
const EQUALITY = new RegExp(`^(${KEY})\\s*(==|=|!=)\\s*([-A-Za-z0-9_.]*)$`);
const EXISTENCE = new RegExp(`^(!?)\\s*(${KEY})$`);

/** Splits at the commas that stand outside of parentheses. */
function splitTerms(selector: string): string[] {
  return selector.split(/,(?![^(]*\))/).map((term) => term.trim());
}

/** Reads a label selector (`a=b,c!=d,e in (x,y),!f`). Throws a 400 on what it cannot read. */
export function parseLabelSelector(selector: string): LabelSelector {
  if (selector.trim() === '') return () => true;
  const terms = splitTerms(selector).map(parseTerm);
  return (labels) => terms.every((matches) => matches(labels));
}

function parseTerm(term: string): LabelSelector {
  return parseSet(term) ?? parseEquality(term) ?? parseExistence(term);
}

function parseSet(term: string): LabelSelector | undefined {
  const [, key = '', operator, values = ''] = SET.exec(term) ?? [];
  if (!operator) return undefined;
  const wanted = new Set(values.split(',').map((value) => value.trim()));
  if (operator === 'in') return (labels) => wanted.has(labels[key] ?? '\0');
  return (labels) => !wanted.has(labels[key] ?? '\0');
}

function parseEquality(term: string): LabelSelector | undefined {
  const [, key = '', operator, value] = EQUALITY.exec(term) ?? [];
  if (!operator) return undefined;
  if (operator === '!=') return (labels) => labels[key] !== value;
  return (labels) => labels[key] === value;
}

function parseExistence(term: string): LabelSelector {
  const [, not, key] = EXISTENCE.exec(term) ?? [];
  if (key === undefined) throw badRequest(unreadable(term));
  return not ? (labels) => !Object.hasOwn(labels, key) : (labels) => Object.hasOwn(labels, key);
}

function unreadable(term: string): string {
  const words = term.split(/\s+/);
  return words.length > 1 && words[1] !== undefined
    ? `unable to parse requirement: found '${words[1]}', expected: in, notin, =, ==, !=, gt, lt`
    : `found '${term}', expected: !, identifier, or 'end of string'`;
}
