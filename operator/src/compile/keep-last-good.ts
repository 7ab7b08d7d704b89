import type { SectionFragment } from '../kinds/kit/kind-verdict.ts';
import type { Lookup, Views } from '../kinds/kit/lookup.ts';
import type { ClaimTable } from './claims.ts';
import type { Entry } from './entry.ts';
import { withText } from './fragment-text.ts';
import type { Names } from './names.ts';
import type { Reading } from './read-spec.ts';

export interface KeepOptions {
  readonly names: Names;
  readonly claims: ClaimTable;
  readonly lastGood: (reading: Reading) => object | undefined;
  readonly lookup: Views & Pick<Lookup, 'platformModel' | 'secret'>;
}

/** Puts an object's last good form in the place of the present one, where that cannot be used and nobody else has what it claims. */
export function keepLastGood(entry: Entry, options: KeepOptions): void {
  if (!entry.mayBeKept) return;
  const { kind } = entry.reading;
  const fragments = lastGoodForm(entry, options).map((fragment) => withText(kind, fragment));
  const [main] = fragments;
  if (!main) {
    standIn(entry);
    return;
  }
  const wanted = fragments.flatMap(({ claims }) => claims);
  if (options.claims.take(entry.object, wanted) !== undefined) return;
  const { source } = main.fragment as { source: { generation: number } };
  entry.keep(fragments, source.generation);
}

/** Puts as much as can be told of an object that cannot be read in its place, where its kind stops something. */
function standIn(entry: Entry): void {
  const { kind, spec, object } = entry.reading;
  if (spec !== undefined || entry.rejection) return;
  const fragments = kind.standIn?.(object) ?? [];
  if (fragments.length > 0) entry.standIn(fragments.map((fragment) => withText(kind, fragment)));
}

function lastGoodForm(
  { object, reading, rejection }: Entry,
  { names, lastGood, lookup }: KeepOptions,
): readonly SectionFragment[] {
  const { kind } = reading;
  const { keptIn, names: named } = kind;
  const fragment = names.kept.get(object.uid) ?? lastGood(reading);
  if (!fragment || keptIn === undefined) return [];
  // What clients name is kept only where its names are still its own.
  const isNamed = (named?.namesOf(fragment).length ?? 0) > 0;
  if (isNamed && !names.kept.has(object.uid)) return [];
  const { organization } = fragment as { readonly organization?: string };
  const exists = (id: string): boolean => names.exists(id, organization);
  const kept = kind.keep?.(fragment, { object, exists, lookup, rejection });
  return kept ?? [{ section: keptIn, fragment }];
}
