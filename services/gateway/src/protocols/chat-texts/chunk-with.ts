import type { TextRest } from './open-texts.ts';

/** A chunk with one text and nothing else. `head`: the chunk that it is like, up to its choices. */
export function chunkWith(head: string, { key, text }: TextRest): string {
  const [choice = '#0', ...path] = key.split('/');
  const inner = path.reduceRight<unknown>((value, segment) => around(segment, value), text);
  const delta = { index: Number(choice.slice(1)), ...(inner as object), finish_reason: null };
  return `${head}[${JSON.stringify(delta)}]}`;
}

/** The member, or the list with one element, that a value stands in. */
function around(segment: string, value: unknown): unknown {
  if (segment.startsWith('#')) return [{ index: Number(segment.slice(1)), ...(value as object) }];
  if (segment.startsWith('=')) return [{ type: segment.slice(1), ...(value as object) }];
  return { [segment]: value };
}
