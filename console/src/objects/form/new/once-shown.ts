import type { ApiObject } from '../../../api/api-object.ts';

/** The secret that is answered this once; undefined: none is. */
export const onceShown = (answer: ApiObject): string | undefined =>
  [answer['key'], answer['secret']].find(
    (value): value is string => typeof value === 'string' && value !== '',
  );
