import type { Tone } from '../../../ui/text/object-state.ts';

/** What each state of a budget is called, and how good it is. */
export const STATUS: Readonly<Record<string, { readonly label: string; readonly tone: Tone }>> = {
  ok: { label: 'OK', tone: 'good' },
  warning: { label: 'Near the limit', tone: 'quiet' },
  exceeded: { label: 'Limit reached', tone: 'bad' },
};
