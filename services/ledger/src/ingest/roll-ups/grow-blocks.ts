import { sql, type RawBuilder } from 'kysely';
import { insertOf, type Column } from '../../database/column-arrays.ts';
import { joinedTexts, textHash } from '../../database/text-hash.ts';
import { factsOfRequest, type GuardrailFact } from '../../guardrails/guardrail-facts.ts';
import { storedText } from '../rows/stored-text.ts';
import { storedVerdicts } from '../rows/stored-verdicts.ts';
import type { Guarded } from './grow-guardrails.ts';

interface Block {
  readonly fact: string;
  readonly head: string;
  readonly organization: string;
  readonly guardrail: string;
  readonly stage: string;
  readonly label: string;
  requests: number;
  findings: number;
  firstMs: number;
  lastMs: number;
}

const TEXTS = ['organization', 'guardrail', 'stage', 'label'] as const;
const COUNTS = ['requests', 'findings'] as const;
const at = (name: string, of: (block: Block) => number): Column<Block> => ({
  name,
  type: 'timestamptz',
  of: (block) => new Date(of(block)).toISOString(),
});

const COLUMNS: readonly Column<Block>[] = [
  { name: 'fact', type: 'uuid', of: ({ fact }) => fact },
  { name: 'head', type: 'uuid', of: ({ head }) => head },
  ...TEXTS.map((name) => ({ name, type: 'text', of: (block: Block) => block[name] })),
  ...COUNTS.map((name) => ({ name, type: 'bigint', of: (block: Block) => block[name] })),
  at('first_at', ({ firstMs }) => firstMs),
  at('last_at', ({ lastMs }) => lastMs),
];

/**
 * Notes which new requests guardrails blocked, for who tells subscribers of it. Heads come first: who has the head of a guardrail and an organization has all of their rows.
 */
export function growBlocks(guarded: readonly Guarded[]): RawBuilder<unknown>[] {
  const blocks = blocksOf(guarded);
  const [heads, parts] = [true, false].map((isHead) =>
    blocks.filter(({ fact, head }) => (fact === head) === isHead),
  );
  return [heads, parts].flatMap((rows = []) =>
    rows.length === 0
      ? []
      : [
          sql`${insertOf('guardrail_block', COLUMNS, rows)}
            on conflict (fact) do update set
              requests = guardrail_block.requests + excluded.requests,
              findings = guardrail_block.findings + excluded.findings,
              first_at = case when guardrail_block.requests = 0 then excluded.first_at
                else least(guardrail_block.first_at, excluded.first_at) end,
              last_at = case when guardrail_block.requests = 0 then excluded.last_at
                else greatest(guardrail_block.last_at, excluded.last_at) end`,
        ],
  );
}

function blocksOf(guarded: readonly Guarded[]): Block[] {
  const blocks = new Map<string, Block>();
  for (const { atMs, record } of guarded) {
    if (record.guardrails.length === 0) continue;
    const organization = storedText(record.organization);
    for (const fact of blockedIn(factsOfRequest(storedVerdicts(record.guardrails)))) {
      add(blocks, { ...fact, organization }, atMs);
    }
  }
  return [...blocks.values()].sort((a, b) => (a.fact < b.fact ? -1 : 1));
}

/** What of a request's facts is told: that it was blocked, and by what at which stage. Where a stage names nothing, that it blocked. */
function blockedIn(facts: readonly GuardrailFact[]): GuardrailFact[] {
  const blocked = facts.filter(({ verdict, isMonitor }) => verdict === 'blocked' && !isMonitor);
  const labels = blocked.filter(({ stage, action }) => stage !== '' && action === 'block');
  const isNamed = ({ guardrail, stage }: GuardrailFact): boolean =>
    labels.some((one) => one.guardrail === guardrail && one.stage === stage);
  const whole = blocked.filter(({ label }) => label === '');
  return [...whole.filter((fact) => fact.stage === '' || !isNamed(fact)), ...labels];
}

function add(
  blocks: Map<string, Block>,
  fact: GuardrailFact & { readonly organization: string },
  atMs: number,
): void {
  const { organization, guardrail, stage, label, requests, findings } = fact;
  const key = textHash(joinedTexts([organization, guardrail, stage, label]));
  const head = textHash(joinedTexts([organization, guardrail, '', '']));
  const own = { organization, guardrail, stage, label };
  const block = blocks.get(key) ?? {
    ...{ ...own, fact: key, head, requests: 0, findings: 0 },
    ...{ firstMs: atMs, lastMs: atMs },
  };
  blocks.set(key, block);
  block.requests += requests;
  block.findings += findings;
  block.firstMs = Math.min(block.firstMs, atMs);
  block.lastMs = Math.max(block.lastMs, atMs);
}
