import { canonicalJson } from '@aicp/contracts/snapshot/digest';
import type { Claim, OperatorKind } from '../kinds/kit/operator-kind.ts';
import type { KindVerdict, SectionFragment } from '../kinds/kit/kind-verdict.ts';

/** A fragment with its exact bytes. */
export interface FragmentText extends SectionFragment {
  readonly text: string;
  readonly claims: readonly Claim[];
}

/** What was concluded of an object by itself, with what it adds to the snapshot. */
export interface DecidedObject {
  readonly verdict: KindVerdict;
  readonly fragments: readonly FragmentText[];
}

export const withText = (kind: OperatorKind, fragment: SectionFragment): FragmentText => ({
  ...fragment,
  text: canonicalJson(fragment.fragment),
  claims: kind.claims?.(fragment) ?? [],
});
