import type { DecisionRecord, DecisionStep } from '@aicp/contracts/decision/decision-record';
import type { DecisionResult } from '@aicp/contracts/routing/decide';

/** The newest decisions, so many and no more. */
export class DecisionLog {
  private readonly capacity: number;
  private readonly decisions: Decision[] = [];
  private next = 0;

  constructor(options: { capacity: number }) {
    this.capacity = options.capacity;
  }

  add(decision: Decision): void {
    this.decisions[this.next] = decision;
    this.next = (this.next + 1) % this.capacity;
  }

  /** Newest first. */
  newest(): DecisionRecord[] {
    const newer = this.decisions.slice(0, this.next).reverse();
    const older = this.decisions.slice(this.next).reverse();
    return [...newer, ...older].map((decision) => decision.toRecord());
  }
}

export interface DecisionFacts {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly requestId: string;
  readonly revision: string;
  readonly requestedModel: string | undefined;
  readonly attributes: DecisionRecord['attributes'];
  readonly steps: readonly DecisionStep[];
  readonly candidates: readonly { readonly id: string }[];
  readonly result: DecisionResult;
}

/** A decision as it is kept: every request has one, and few are ever looked at, so that the record is made only then. */
export class Decision {
  private readonly facts: DecisionFacts;

  constructor(facts: DecisionFacts) {
    this.facts = facts;
  }

  toRecord(): DecisionRecord {
    const { id, at, requestId, revision, requestedModel, attributes, steps, candidates, result } =
      this.facts;
    return {
      object: 'aicp.decision',
      id,
      at: new Date(at).toISOString(),
      request_id: requestId,
      config_revision: revision,
      attributes,
      asked_model: requestedModel ?? null,
      steps: [...steps],
      candidates: candidates.map((model) => model.id),
      ...result,
    };
  }
}
