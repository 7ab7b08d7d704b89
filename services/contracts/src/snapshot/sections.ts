import type { z } from 'zod';
import { declaredSections } from './declared-sections.ts';
import {
  shardName,
  SNAPSHOT_SERVICES,
  type Section,
  type SnapshotService,
} from './sections/kit/section.ts';

/** The names under which a section stands in a snapshot. */
const namesOf = ({ name, shards }: Section): readonly string[] =>
  shards === undefined ? [name] : Array.from({ length: shards }, (_, one) => shardName(name, one));

/** Every section, by each name that it stands under. */
const BY_NAME: ReadonlyMap<string, Section> = new Map(
  declaredSections.flatMap((section) => namesOf(section).map((name) => [name, section] as const)),
);

type Taken = Readonly<Record<string, z.ZodType>>;

/** The sections that a service takes, and what one item of each looks like. */
const takenBy = (service: SnapshotService): Taken =>
  Object.fromEntries(
    [...BY_NAME].flatMap(([name, { item, readers }]) =>
      readers.includes(service) ? [[name, item]] : [],
    ),
  );

/** The sections of each service that takes a snapshot. */
export const SECTIONS = Object.fromEntries(
  SNAPSHOT_SERVICES.map((service) => [service, takenBy(service)]),
) as Readonly<Record<SnapshotService, Taken>>;

/** The sections that no service takes: the operator commits them for itself. */
export const OPERATOR_SECTIONS: readonly string[] = declaredSections
  .filter(({ readers }) => readers.length === 0)
  .flatMap(namesOf);

/** What one item of a section looks like; undefined for a section that nobody declares. */
export const sectionSchema = (section: string): z.ZodType | undefined => BY_NAME.get(section)?.item;

/** Sections that a pinned revision does not hold back: what is revoked, removed or rotated is gone at once. */
export const isNeverPinned = (section: string): boolean =>
  BY_NAME.get(section)?.isNeverPinned === true;

/** Whether this fragment stops or directs requests: a permit, a deny, a group, a list of models, the end of a model, maintenance. */
export const isGuard = (section: string, fragment: object): boolean =>
  BY_NAME.get(section)?.guards?.(fragment) === true;
