import type { Place } from './places.ts';

/** What a provider calls what a file is for. */
export const sentPurpose = ({ target }: Place, purpose: string): string =>
  target.client.files?.purposes.get(purpose) ?? purpose;

/** What its owner calls what a file is for that a provider calls so. */
export function toldPurpose({ target }: Place, purpose: unknown): unknown {
  const all = [...(target.client.files?.purposes ?? [])];
  return all.find(([, sent]) => sent === purpose)?.[0] ?? purpose;
}
