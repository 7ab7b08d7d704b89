import type { Protocol, ProtocolRequest } from '../../protocols/protocol.ts';
import type { BatchRequest } from './batch-request.ts';

const inNoBatch = (): never => {
  throw new TypeError('a batch is sent as a file');
};
const UNSEEN: ReadonlySet<string> = new Set(['batch']);

/** A batch as the stages read a request: the sum of its requests, which guardrails looked at one by one. */
export function batchInput(
  inputs: readonly ProtocolRequest[],
  { metadata }: Pick<BatchRequest, 'metadata'>,
): ProtocolRequest {
  const [first] = inputs;
  const sum = (of: (one: ProtocolRequest) => number): number =>
    inputs.reduce((total, one) => total + of(one), 0);
  const isBounded = inputs.every(({ maxTokens }) => maxTokens !== undefined);
  const input: ProtocolRequest = {
    ...{ model: first?.model, user: first?.user, stream: false, metadata },
    maxTokens: isBounded ? sum(({ maxTokens = 0 }) => maxTokens) : undefined,
    hasTools: inputs.some(({ hasTools }) => hasTools),
    size: sum(({ size }) => size),
    promptCharacters: sum(({ promptCharacters }) => promptCharacters),
    parts: inputs,
    holding: { keepsAs: 'batch', goesOn: true, refers: [] },
    promptTexts: () => ({ texts: [], unseen: UNSEEN }),
    withTexts: () => input,
    bodyFor: inNoBatch,
    openStream: inNoBatch,
    openDocument: inNoBatch,
  };
  return input;
}

/** What a batch of requests of a protocol is answered in: nothing of what it used is known by then. */
export const batchOf = (protocol: Protocol): Protocol => ({
  ...protocol,
  ...{ name: 'batch', paths: [], usageOf: () => undefined, charactersOf: () => 0 },
});
