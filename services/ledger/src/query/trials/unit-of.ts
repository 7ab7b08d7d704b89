import { sql, type RawBuilder } from 'kysely';
import type { TrialUnit } from './trial-query.ts';

/** Of dimensions `d`, users or keys. Requests that say neither are taken for those of one. */
export const UNITS: Readonly<Record<Exclude<TrialUnit, 'request'>, RawBuilder<string>>> = {
  user: sql`case when d."user" <> '' then 'u' || d."user" else 'k' || d.key end`,
  key: sql`d.key`,
};
