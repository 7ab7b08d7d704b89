import { isPiiEntity } from '@aicp/contracts/guardrails/entities';
import { describe, expect, it } from 'vitest';
import { judge } from './judge.ts';
import { HALVES, loadTexts } from './load.ts';
import { ours } from './ours.ts';
import { tableOf } from './table.ts';

/** What is asked of each label, as shares: of its spans found, and of its findings right. */
const BAR = { recall: 0.95, precision: 0.95 };

/** Those that fall short of it, at what they reach: they must not get worse. docs/reference/detector.md names them. */
const FLOORS: Readonly<Record<string, { readonly recall: number; readonly precision: number }>> = {
  IP_ADDRESS: { recall: 0.95, precision: 0.84 },
  PHONE_NUMBER: { recall: 0.95, precision: 0.91 },
};

const { rows } = judge(HALVES.flatMap(loadTexts), ours);
const judged = rows.filter(({ spans }) => spans > 0);
process.stdout.write(`${tableOf('Label', rows)}\n`);

describe('what the built-in detectors find in the labelled set', () => {
  it('judges every kind that has labels there', () => {
    expect(judged.map(({ label }) => label)).toEqual(expect.arrayContaining(Object.keys(FLOORS)));
    expect(judged.filter(({ label }) => isPiiEntity(label))).toHaveLength(24);
  });

  it.each(judged.map((row) => [row.label, row] as const))(
    'finds %s as well as is asked',
    (label, { recall, precision }) => {
      const asked = FLOORS[label] ?? BAR;
      expect(recall).toBeGreaterThanOrEqual(asked.recall);
      expect(precision).toBeGreaterThanOrEqual(asked.precision);
    },
  );

  it.each(HALVES)(
    'keeps to the bar in the %s half by itself, but for those that fall short in both together',
    (half) => {
      const short = judge(loadTexts(half), ours).rows.filter(
        ({ label, recall, precision }) =>
          !FLOORS[label] && (recall < BAR.recall || precision < BAR.precision),
      );
      expect(short).toEqual([]);
    },
  );

  it('finds nothing of a kind that does not occur', () => {
    expect(rows.filter(({ spans, wrong }) => spans === 0 && wrong > 0)).toEqual([]);
  });
});
