import { decisionRecord } from '@aicp/contracts/decision/decision-record';
import { guardrailVerdict } from '@aicp/contracts/guardrails/verdict';
import { ATTEMPT_OUTCOMES } from '@aicp/contracts/usage/attempt-record';
import { COMPLETIONS, promptUsed, usageRecord } from '@aicp/contracts/usage/usage-record';
import { z } from 'zod';

const text = z.string().nullable();
const ms = z.number().nullable();
const count = z.int().nullable();

/** A request as lists tell it. What is null is not known, or there is none. */
export const requestSchema = z
  .object({
    id: z.string().meta({ description: 'Ours.' }),
    request_id: z.string().meta({ description: 'As its client knows it, by x-request-id.' }),
    at: z.iso.datetime().meta({ description: 'When it came.' }),
    organization_id: text,
    business_unit_id: text,
    team_id: text,
    user_id: text,
    key_id: text,
    tags: z.record(z.string(), z.string()),
    model_asked: text,
    model_served: text,
    provider: text,
    policy: text.meta({ description: 'The policy that decided.' }),
    ab_test: text,
    variant: text,
    failover_rule: text.meta({ description: 'By which another model served in its place.' }),
    result: z.enum(decisionRecord.shape.result.options),
    status: count.meta({ description: 'Of the answer; 499 where the client left before it.' }),
    code: text.meta({ description: 'Why it was refused, in one word.' }),
    completion: z.enum(COMPLETIONS).nullable().meta({
      description: 'How its answer ended; null of a request that was refused before it was sent.',
    }),
    input_tokens: count.meta({ description: 'Cached ones and audio included.' }),
    cached_input_tokens: count,
    cache_write_tokens: count,
    output_tokens: count.meta({ description: 'Reasoning and audio included.' }),
    reasoning_tokens: count,
    tokens_source: z.enum(usageRecord.shape.source.options).nullable().meta({
      description:
        'Who counted the tokens: the provider, or we, where it told no figures that can be.',
    }),
    cost_usd: z.number().nullable().meta({ description: 'Null where the model has no price.' }),
    latency_ms: ms,
    first_token_ms: ms,
    attempts: z.int().meta({ description: 'How many times a provider was asked.' }),
    guardrails: z.array(guardrailVerdict).meta({
      description:
        'What guardrails said of it, by stage: counts of what they found, and nothing of the text. Those of the platform are told as well.',
    }),
    prompt: promptUsed.nullable().meta({
      description:
        'The prompt that it named, and the version of it that was sent; `draft` where nobody had approved that.',
    }),
    config_revision: z.string(),
  })
  .meta({ id: 'Request' });

/** The same with how it came about. */
export const requestDetailSchema = requestSchema
  .extend({
    message: text.meta({ description: 'What the client was told of a refusal.' }),
    attributes: decisionRecord.shape.attributes,
    steps: decisionRecord.shape.steps,
    candidates: decisionRecord.shape.candidates,
    has_decision: z.boolean().meta({
      description:
        'Whether its decision is kept: decisions are dropped before usage, and one is lost where its gateway dies within the second.',
    }),
    attempts_made: z.array(
      z.object({
        number: z.int(),
        provider: z.string(),
        model: z.string(),
        outcome: z.enum(ATTEMPT_OUTCOMES),
        reason: text.meta({ description: 'Of a failure, in one word: `timeout`.' }),
        latency_ms: ms,
        first_token_ms: ms,
      }),
    ),
  })
  .meta({ id: 'RequestDetail' });

export type RequestEntry = z.output<typeof requestSchema>;
export type RequestDetail = z.output<typeof requestDetailSchema>;
