import type { SpendSubject } from '@aicp/contracts/spend/spend-subject';
import { storedText } from './stored-text.ts';

/** A subject as rows name it, whatever a client called it: what is spent under two names that rows hold as one is that one's. */
export const storedSubject = ({ scope, organization, value }: SpendSubject): SpendSubject => ({
  scope,
  organization: organization === undefined ? undefined : storedText(organization),
  value: value === undefined ? undefined : storedText(value),
});
