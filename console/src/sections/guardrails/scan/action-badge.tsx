import type { FindingAction } from '@aicp/contracts/guardrails/verdict';
import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import type { Tone } from '../../../ui/text/object-state.ts';

const LOOKS: Readonly<Record<FindingAction, { readonly label: string; readonly tone: Tone }>> = {
  block: { label: 'Block', tone: 'bad' },
  redact: { label: 'Redact', tone: 'quiet' },
  flag: { label: 'Flag', tone: 'waiting' },
};

/** What is done at a finding, by an icon and a word. */
export const ActionBadge = ({ action }: { readonly action: FindingAction }) => (
  <ToneBadge {...LOOKS[action]} />
);
