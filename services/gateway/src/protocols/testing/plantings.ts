type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** A value with something else at one place of it. */
export interface Planting {
  /** Where that is: `candidates/0/index`. */
  readonly where: string;
  readonly value: unknown;
}

/** Copies of a value, one for each place: with `planted` instead of a string, a number or a flag, as a further member of an object, and as the name of one. */
export function plantings(value: unknown, planted: unknown): Planting[] {
  return [...plantedIn(value as Json, planted as Json, '')];
}

function* plantedIn(value: Json, planted: Json, where: string): Generator<Planting> {
  if (value === null || typeof value !== 'object') {
    yield { where, value: planted };
    return;
  }
  if (isList(value)) {
    for (const [at, inner] of value.entries()) {
      for (const one of plantedIn(inner, planted, `${where}/${at}`))
        yield { where: one.where, value: value.with(at, one.value as Json) };
    }
    return;
  }
  yield { where: `${where}/?`, value: { ...value, novel: planted } };
  if (typeof planted === 'string') yield { where: `${where}/=`, value: { ...value, [planted]: 1 } };
  for (const [name, inner] of Object.entries(value)) {
    for (const one of plantedIn(inner, planted, `${where}/${name}`))
      yield { where: one.where, value: { ...value, [name]: one.value } };
  }
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
