import type { Condition } from '../../../api/api-object.ts';

export type ConditionTone = 'good' | 'bad' | 'waiting' | 'quiet';

export interface ConditionText {
  /** Whether it holds, in words. */
  readonly status: string;
  readonly tone: ConditionTone;
}

interface Words {
  readonly yes: string;
  readonly no: string;
  /** What it is when it holds; what it is when not is the other one. */
  readonly isGood: boolean | undefined;
  /** What is not good of it is no fault. */
  readonly isMild?: boolean;
}

const WORDS: Readonly<Record<string, Words>> = {
  Accepted: { yes: 'Accepted', no: 'Not accepted', isGood: true },
  Programmed: { yes: 'Taken up by every replica', no: 'Not on every replica', isGood: true },
  Ready: { yes: 'Ready', no: 'Not ready', isGood: true },
  Enforced: { yes: 'Enforced in full', no: 'Not enforced in full', isGood: true, isMild: true },
  Healthy: { yes: 'Healthy', no: 'Not healthy', isGood: true },
  PricesKnown: { yes: 'Prices are known', no: 'Prices are missing', isGood: true },
  UsageDelivered: { yes: 'Usage is delivered', no: 'Usage is late', isGood: true },
  NearLimit: { yes: 'Near the limit', no: 'Not near the limit', isGood: false },
  Exceeded: { yes: 'Limit reached', no: 'Within the limit', isGood: false },
  Overcommitted: { yes: 'More promised than there is', no: 'Promises fit', isGood: false },
  Stalled: { yes: 'Needs an edit', no: 'Needs no edit', isGood: false },
  Reconciling: { yes: 'In progress', no: 'Nothing in progress', isGood: undefined },
  FailedOver: { yes: 'Failed over', no: 'Not failed over', isGood: false },
  Flapping: { yes: 'Changes back and forth', no: 'Steady', isGood: false },
  LastFailure: { yes: 'Failed last time', no: 'No failure', isGood: false },
  Reachable: { yes: 'It answers', no: 'It does not answer', isGood: true },
  ToolsChanged: { yes: 'Tools have changed', no: 'Tools are as approved', isGood: false },
  RenewalDue: { yes: 'Renewal is due', no: 'No renewal is due', isGood: false },
};

/** What a condition says, in words, and how good that is. */
export function conditionText({ type, status }: Pick<Condition, 'type' | 'status'>): ConditionText {
  if (status === 'Unknown') return { status: `${readable(type)}: not known`, tone: 'waiting' };
  const words = WORDS[type];
  const holds = status === 'True';
  if (!words) return { status: `${readable(type)}: ${holds ? 'yes' : 'no'}`, tone: 'quiet' };
  return { status: holds ? words.yes : words.no, tone: toneOf(words, holds) };
}

const toneOf = ({ isGood, isMild }: Words, holds: boolean): ConditionTone => {
  if (isGood === holds) return 'good';
  return isGood === undefined || isMild === true ? 'quiet' : 'bad';
};

/** `NearLimit` as `Near limit`. */
export const readable = (words: string): string => {
  const spaced = words.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

/** Whether a condition speaks of the object as it is now, in words; undefined where nobody knows. */
export function observedText(
  { observedGeneration: observed }: Pick<Condition, 'observedGeneration'>,
  generation: number | undefined,
): string | undefined {
  if (observed === undefined) return undefined;
  if (observed < 0) return 'From before anybody looked at it';
  if (generation === undefined) return `Of generation ${observed}`;
  if (observed >= generation) return `Of generation ${observed}, the last change`;
  return `Of generation ${observed} of ${generation}: it may not hold for the last change`;
}
