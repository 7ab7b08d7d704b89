import { z } from 'zod';
import { inUsd } from '../spend/ledger/usage-sums.ts';
import { CHANGES } from './replay/comparison.ts';
import type { OutcomeSums } from './outcome-sums.ts';
import { OBSTACLES, type Simulation } from './simulation.ts';

const count = z.int().min(0);

const cost = z
  .object({
    requests: count.meta({ description: 'Of which the costs are known.' }),
    unknown_requests: count.meta({
      description:
        'Of which they are not: no usage is kept, as of what was denied then, or a model has no price.',
    }),
    before_usd: z.number(),
    after_usd: z.number(),
    difference_usd: z.number().meta({ description: 'Above 0: it would have cost more.' }),
  })
  .meta({
    description:
      'Of requests that would be denied or go to another model first: their recorded tokens by the prices of the configuration.',
  });

const sums = {
  total: count,
  changed: count,
  newly_denied: count,
  newly_served: count,
  moved: count.meta({ description: 'Another model would be asked first.' }),
  candidates_changed: count.meta({
    description: 'The first model stays, others may or may not stand in for it.',
  }),
  order_unknown: count.meta({
    description:
      'The order alone changes, by chance or by figures of the moment; not among the changed.',
  }),
  cost,
};

export const simulationSchema = z
  .object({
    policy_id: z.string().nullable(),
    config_revision: z.string(),
    since: z.iso.datetime(),
    until: z.iso.datetime(),
    cut_at: z.iso.datetime().nullable().meta({
      description: 'The oldest that was looked at, where there were more than are; null: all were.',
    }),
    notes: z.array(z.string()),
    ...sums,
    not_replayable: z.object({
      total: count,
      key_gone: count.meta({ description: 'Their key is not there any more.' }),
      not_recorded: count.meta({
        description: 'A policy asks for what was not recorded of them.',
      }),
      attributes: z.array(z.object({ attribute: z.string(), count })),
    }),
    drifted: count.meta({
      description:
        'Would be routed otherwise today, without the policy too: names, lists or policies have changed since.',
    }),
    teams: z.array(z.object({ team_id: z.string().nullable(), ...sums })),
    moves: z.array(z.object({ from: z.string(), to: z.string(), count })),
    samples: z.array(
      z.object({
        change: z.enum(CHANGES),
        id: z.string(),
        request_id: z.string(),
        at: z.string(),
        team_id: z.string().nullable(),
        asked_model: z.string().nullable(),
        from: z.string().nullable(),
        to: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'RoutingSimulation' });

/** What a simulation is answered with. */
export function simulationAnswer(
  simulation: Simulation,
  asked: {
    readonly from: number;
    readonly to: number;
    readonly id: string | undefined;
    readonly conflictsWith: string | undefined;
    /** Whether the policy acts on nothing. */
    readonly isIdle: boolean;
    readonly revision: string;
  },
): z.output<typeof simulationSchema> {
  const { all, teams, obstacles, missing, moves, samples, drifted, cutAt } = simulation;
  return {
    policy_id: asked.id ?? null,
    config_revision: asked.revision,
    since: new Date(asked.from).toISOString(),
    until: new Date(asked.to).toISOString(),
    cut_at: cutAt ?? null,
    notes: notesOn(asked),
    ...told(all),
    not_replayable: {
      total: OBSTACLES.reduce((sum, name) => sum + obstacles[name], 0),
      ...obstacles,
      attributes: [...missing].map(([attribute, of]) => ({ attribute, count: of })),
    },
    drifted,
    teams: [...teams]
      .map(([team, own]) => ({ team_id: team === '' ? null : team, ...told(own) }))
      .sort((a, b) => b.changed - a.changed || b.total - a.total),
    moves: [...moves.values()].sort((a, b) => b.count - a.count),
    samples: samples.map(({ request, change, from, to }) => ({
      change,
      ...{ id: request.id, request_id: request.request_id, at: request.at },
      team_id: typeof request.attributes['team'] === 'string' ? request.attributes['team'] : null,
      asked_model: request.asked_model,
      from: from?.id ?? null,
      to: to?.id ?? null,
    })),
  };
}

function notesOn({
  isIdle,
  conflictsWith,
}: {
  readonly isIdle: boolean;
  readonly conflictsWith: string | undefined;
}): string[] {
  return [
    ...(isIdle
      ? ['The policy acts on nothing: it is switched off, or names no model that exists.']
      : []),
    ...(conflictsWith === undefined
      ? []
      : [
          `The policy "${conflictsWith}" is older and decides the same requests in another way: this one would not be applied.`,
        ]),
  ];
}

const told = ({ total, changed, changes, cost: sum }: OutcomeSums) => ({
  total,
  changed,
  newly_denied: changes.denied,
  newly_served: changes.served,
  moved: changes.moved,
  candidates_changed: changes.models,
  order_unknown: changes.order,
  cost: {
    requests: sum.requests,
    unknown_requests: sum.unknown,
    before_usd: inUsd(sum.before),
    after_usd: inUsd(sum.after),
    difference_usd: inUsd(sum.after - sum.before),
  },
});
