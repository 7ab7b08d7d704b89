import type { Rejection } from '@aicp/contracts/poll/poll';
import { source } from '@aicp/contracts/snapshot/sections/kit/section';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import { z } from 'zod';
import { faultLine, readPlainly } from '../errors/read-plainly.ts';

/** Why a fragment cannot be used, and which object it came from. */
export type FragmentError = Rejection['errors'][number];

const sourced = z.object({ source });

/** Reads sections' items, and keeps them while their bytes stay the same: a push changes few sections. */
export class SectionReader {
  private cache = new Map<string, unknown>();
  private next = new Map<string, unknown>();

  /** The items of a section, each turned by `convert`. What does not fit the schema goes to `errors`. An absent section is empty. */
  read<S extends z.ZodType, T>(options: {
    snapshot: StoredSnapshot;
    section: string;
    schema: S;
    convert: (item: z.output<S>) => T;
    errors: FragmentError[];
  }): readonly T[] {
    const { snapshot, section } = options;
    const digest = snapshot.manifest.sections[section];
    const contents = snapshot.contents[section];
    if (digest === undefined || contents === undefined) return [];
    const key = `${section} ${digest}`;
    const known = this.next.get(key) ?? this.cache.get(key);
    const items = (known ?? parse({ ...options, contents })) as readonly T[];
    this.next.set(key, items);
    return items;
  }

  /** Forgets sections that the last snapshot read did not hold. */
  prune(): void {
    this.cache = this.next;
    this.next = new Map();
  }
}

function parse<S extends z.ZodType, T>(options: {
  contents: string;
  section: string;
  schema: S;
  convert: (item: z.output<S>) => T;
  errors: FragmentError[];
}): T[] {
  const { contents, section, schema, convert, errors } = options;
  const items = z.array(z.unknown()).safeParse(JSON.parse(contents));
  if (!items.success) {
    errors.push({ section, message: 'the section is not an array' });
    return [];
  }
  return items.data.flatMap((item) => {
    const { data, faults } = readPlainly(schema, item);
    if (!faults) return [convert(data)];
    errors.push(refused(section, item, faultLine(faults)));
    return [];
  });
}

function refused(section: string, item: unknown, message: string): FragmentError {
  const named = sourced.safeParse(item);
  return { section, message, ...(named.success ? { source: named.data.source } : {}) };
}
