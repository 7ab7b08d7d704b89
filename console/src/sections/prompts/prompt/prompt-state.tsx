import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import { STATES, type PromptState as State } from './prompt.ts';

/** Where a text is in its life. */
export const PromptState = ({ state }: { readonly state: State }) => (
  <ToneBadge label={STATES[state].label} tone={STATES[state].tone} />
);
