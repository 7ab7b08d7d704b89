import type { ApiObject, Condition } from '../../api/api-object.ts';

export type Tone = 'good' | 'bad' | 'waiting' | 'quiet';

/** How an object is, in two words, and why. */
export interface ObjectState {
  readonly label: string;
  readonly tone: Tone;
  readonly why: string;
}

/** What the object's conditions come to. What was accepted and nobody acts on is said, whatever else holds. */
export function stateOf({
  conditions = [],
  ready,
}: Pick<ApiObject, 'conditions' | 'ready'>): ObjectState {
  const find = (type: string): Condition | undefined => conditions.find((one) => one.type === type);
  const bad = refusedOf(find);
  if (bad) return { label: 'Not accepted', tone: 'bad', why: bad.message };
  const unenforced = badOf(find('Enforced'));
  if (unenforced) return { label: 'Not enforced', tone: 'quiet', why: unenforced.message };
  const ill = badOf(find('Healthy'));
  if (ill) return { label: 'Not healthy', tone: 'bad', why: ill.message };
  if (ready === true) return { label: 'Ready', tone: 'good', why: 'Every replica runs it.' };
  const why = conditions.find(({ status }) => status !== 'True')?.message;
  return isUnderWay(conditions)
    ? { label: 'Applying', tone: 'waiting', why: why ?? 'It is being taken up.' }
    : { label: 'Not ready', tone: 'bad', why: why ?? 'It is not run everywhere.' };
}

/** Nobody has looked at it yet, or a change of it is being taken up. */
const isUnderWay = (conditions: readonly Condition[]): boolean =>
  !conditions.some(({ type }) => type === 'Ready') ||
  conditions.some(({ type, status }) => type === 'Reconciling' && status === 'True');

const refusedOf = (find: (type: string) => Condition | undefined): Condition | undefined =>
  badOf(find('Accepted')) ?? badOf(find('Stalled'), 'True');

const badOf = (condition: Condition | undefined, bad = 'False'): Condition | undefined =>
  condition?.status === bad ? condition : undefined;
