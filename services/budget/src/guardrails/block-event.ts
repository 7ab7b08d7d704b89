import type { GuardrailBlockedData } from '@aicp/contracts/events/guardrail-events';
import type { EventDraft } from '@aicp/events/outbox/event-draft';
import type { UntoldBlocks } from '@aicp/ledger/guardrails/untold-blocks';

/** So much of what was found is told: labels are short, and an event is less than 16 KiB. */
const MOST_FOUND = 50;
/** So much of it is said in words. */
const MOST_NAMED = 3;

/** The event that tells what a guardrail blocked, told at a moment (milliseconds since 1970). */
export function eventOfBlocks(blocks: UntoldBlocks, toldMs: number): EventDraft {
  const { organization, guardrail } = blocks;
  const transition = new Date(toldMs).toISOString();
  return {
    type: 'guardrail.blocked',
    // A usage record names the object, and not its uid; of one name there is one at a time.
    uid: `Guardrail/${guardrail}/${organization}`,
    transition,
    at: new Date(blocks.lastMs),
    subject: `Guardrail/${guardrail}`,
    organization: organization === '' ? undefined : organization,
    data: dataOf(blocks),
  };
}

const dataOf = (blocks: UntoldBlocks): GuardrailBlockedData => ({
  guardrail_id: blocks.guardrail,
  organization_id: blocks.organization === '' ? null : blocks.organization,
  requests: blocks.requests,
  found: blocks.parts.slice(0, MOST_FOUND).map(({ stage, label, requests, findings }) => ({
    stage,
    label: label === '' ? null : label,
    requests,
    count: findings,
  })),
  first_at: new Date(blocks.firstMs).toISOString(),
  last_at: new Date(blocks.lastMs).toISOString(),
  message: messageOf(blocks),
});

function messageOf({ guardrail, requests, parts }: UntoldBlocks): string {
  const named = parts
    .filter(({ label }) => label !== '')
    .slice(0, MOST_NAMED)
    .map(({ stage, label }) => `${label} (${stage})`);
  const why = named.length === 0 ? '' : `: ${named.join(', ')}`;
  return `guardrail "${guardrail}" blocked ${requests} ${requests === 1 ? 'request' : 'requests'}${why}`;
}
