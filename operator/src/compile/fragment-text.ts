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

/**
 * The same text in one piece. V8 keeps what was put together from many pieces as a tree of them, until somebody reads it from end to end; the
 * tree of a fragment takes eight times the memory of its text.
 */
const flat = (text: string): string => Buffer.from(text).toString();

/** The bytes of a section. Each fragment is canonical JSON, so that the whole is canonical too. */
export const sectionBytes = (fragments: Iterable<{ readonly text: string }>): string =>
  `[${Array.from(fragments, ({ text }) => text).join(',')}]`;

export const withText = (kind: OperatorKind, fragment: SectionFragment): FragmentText => ({
  ...fragment,
  text: flat(canonicalJson(fragment.fragment)),
  claims: kind.claims?.(fragment) ?? [],
});
