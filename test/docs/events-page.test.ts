import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_CATALOG } from '@aicp/contracts/events/event-catalog';
import { HEALTHY_REASONS } from '@aicp/crds/reasons/reasons';
import { describe, expect, it } from 'vitest';

const page = readFileSync(join(import.meta.dirname, '../../docs/reference/events.md'), 'utf8');

/** The cells of the rows of a section's table. */
function rowsOf(section: string): string[][] {
  const text = page.split(/^## /m).find((one) => one.startsWith(section)) ?? '';
  return text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const codesIn = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '');

it('examples of providers have reasons that their condition Healthy has', () => {
  for (const type of ['provider.down', 'provider.recovered'] as const) {
    expect(Object.keys(HEALTHY_REASONS)).toContain(EVENT_CATALOG[type].example['reason']);
  }
});

describe('the page of events', () => {
  it('says of each type when it is emitted, what its data is and how severe it is', () => {
    const rows = rowsOf('Types').map(([type = '', when, data = '', severity]) => [
      ...[codesIn(type)[0], when, codesIn(data), severity],
    ]);
    const catalog = Object.entries(EVENT_CATALOG).map(
      ([type, { description, notEmitted, data, severity }]) => [
        type,
        notEmitted === undefined ? description : `${description} (${notEmitted})`,
        Object.keys(data.shape),
        severity,
      ],
    );
    expect(rows).toEqual(catalog);
  });

  it('says which of them begin and end incidents', () => {
    const [opens, resolves] = [0, 1].map((column) =>
      rowsOf('What begins').flatMap((cells) => codesIn(cells[column] ?? '')),
    );
    const those = (rule: 'opens' | 'resolves') =>
      Object.entries(EVENT_CATALOG).flatMap(([type, { incident }]) =>
        incident === rule ? [type] : [],
      );
    expect(opens?.sort()).toEqual(those('opens').sort());
    expect(resolves?.sort()).toEqual(those('resolves').sort());
  });
});
