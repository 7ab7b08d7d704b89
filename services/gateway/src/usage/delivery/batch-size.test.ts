import { MOST_RECORDS } from '@aicp/contracts/usage/usage-batch';
import { expect, it } from 'vitest';
import { BatchSize } from './batch-size.ts';

it('is whole again once the record is set aside at which the service failed', () => {
  const size = new BatchSize();
  while (size.refused(422, size.most) !== 'aside');
  expect(size.most).toBe(1);
  size.setAside();
  expect(size.most).toBe(MOST_RECORDS);
});
