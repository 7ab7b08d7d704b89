import { hash } from 'node:crypto';

/** 96 bits in base64url: a hundred of them still fit into a token. */
const CHARACTERS = 16;

/** That a claim has, or contains, a value; short, and telling nobody the names of groups. */
export const factOf = (claim: string, value: string): string =>
  hash('sha256', `${claim}\0${value}`, 'base64url').slice(0, CHARACTERS);

/** Which of the claims and values that a role mapping asks for an identity token has. */
export function factsIn(
  claims: Readonly<Record<string, unknown>>,
  mapping: readonly { readonly claim: string; readonly value: string }[],
): string[] {
  const found = mapping.filter(({ claim, value }) => holds(claims, claim, value));
  return [...new Set(found.map(({ claim, value }) => factOf(claim, value)))];
}

function holds(claims: Readonly<Record<string, unknown>>, claim: string, value: string): boolean {
  if (!Object.hasOwn(claims, claim)) return false;
  return [claims[claim]].flat().some((one) => isScalar(one) && String(one) === value);
}

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);
