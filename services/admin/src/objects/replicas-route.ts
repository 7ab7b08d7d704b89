import type { Route } from '@aicp/api-kit/route/route';
import { Problem } from '@aicp/common/errors/problem';
import {
  REPLICA_STATES,
  type ReplicaState,
  type ReplicaStates,
} from '@aicp/contracts/poll/replica-states';
import { z } from 'zod';
import { defineRoute } from '../access/define-route.ts';
import type { Fleet } from './fleet.ts';

const replica = z.object({
  instance: z.string().meta({ description: 'Pod name in a cluster.' }),
  version: z.string().nullable().meta({ description: 'Null: it has said nothing.' }),
  healthy: z.boolean().meta({ description: 'Ready, and heard of.' }),
  state: z.enum(REPLICA_STATES).meta({
    description:
      '`behind`: it runs an older configuration. `rejected`: it could not use the newest one. `silent`: it has said nothing of late.',
  }),
  config_version: z.string().nullable().meta({ description: 'Of what it serves from.' }),
  behind_since: z.iso.datetime().nullable(),
  message: z.string().nullable().meta({ description: 'Why it rejected the newest one.' }),
});

const fleet = z
  .object({
    config_version: z.string().nullable().meta({
      description: 'Epoch and revision of the configuration that is handed out now.',
    }),
    total: z.int().meta({ description: 'Ready replicas of all services.' }),
    behind: z.int().meta({ description: 'Those of them that do not run it.' }),
    services: z.array(
      z.object({
        service: z.string(),
        expected: z.int().meta({ description: 'Ready replicas.' }),
        up_to_date: z.int(),
        behind: z.int(),
        behind_since: z.iso
          .datetime()
          .nullable()
          .meta({ description: 'Of the one that is furthest behind.' }),
        replicas: z.array(replica).meta({
          description: 'For those who run the platform; empty for all others.',
        }),
      }),
    ),
  })
  .meta({ id: 'Replicas' });

/** `GET /api/v1/replicas`. */
export const replicasRoute = (known: Pick<Fleet, 'all'>): Route =>
  defineRoute({
    method: 'get',
    path: '/api/v1/replicas',
    operationId: 'listReplicas',
    tag: 'Platform',
    summary: 'What the replicas of all services run',
    description:
      'Everybody is told how many there are and how many are behind; those who run the platform, which.',
    permission: 'authenticated',
    answers: { 200: { description: 'The replicas, by service.', schema: fleet } },
    handler: async ({ principal }) => {
      const states = await known.all();
      if (!states) {
        const detail = 'The operator does not answer: try again in a moment.';
        throw new Problem(503, detail, { headers: { 'Retry-After': '5' } });
      }
      const isStaff = principal.role === 'platform_admin';
      return { status: 200, body: fleetOf(states, isStaff) };
    },
  });

/** What somebody is told of the replicas. */
export function fleetOf(states: ReplicaStates, isStaff: boolean): z.output<typeof fleet> {
  const services = states.installed.map((service) => {
    const all = states.replicas.filter((one) => one.service === service);
    const ready = all.filter((one) => one.ready);
    const behind = ready.filter(({ state }) => state !== 'up_to_date');
    const since = behind.flatMap((one) => one.behind_since ?? []).sort();
    return {
      service,
      expected: ready.length,
      up_to_date: ready.length - behind.length,
      behind: behind.length,
      behind_since: since[0] ?? null,
      replicas: isStaff ? all.map(toldOf) : [],
    };
  });
  const sum = (field: 'expected' | 'behind'): number =>
    services.reduce((total, one) => total + one[field], 0);
  const total = sum('expected');
  return { config_version: states.revision, total, behind: sum('behind'), services };
}

const toldOf = ({ service: _, ready, revision, ...one }: ReplicaState) => ({
  instance: one.instance,
  version: one.version,
  healthy: ready && one.state !== 'silent',
  state: one.state,
  config_version: revision,
  behind_since: one.behind_since,
  message: one.message,
});
