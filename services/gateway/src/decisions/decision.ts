import type {
  CandidateFacts,
  DecisionRecord,
  DecisionStep,
  ReplayFacts,
} from '@aicp/contracts/decision/decision-record';
import type { DecisionResult } from '@aicp/contracts/routing/decide';

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
  /** Absent of a request that was not routed, and of a dry run. */
  readonly routed?: RoutedFacts | undefined;
}

/** What a routed request can be routed again by. */
export interface RoutedFacts {
  readonly figures: readonly CandidateFacts[];
  readonly replay: ReplayFacts;
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
    const { routed } = this.facts;
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
      ...(routed ? { candidate_facts: [...routed.figures], replay: routed.replay } : {}),
      ...result,
    };
  }
}
