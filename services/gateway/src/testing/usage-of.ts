import { join } from 'node:path';
import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import { readUsage } from '../usage/journal/read-usage.ts';
import { collect } from './collect.ts';
import type { TestGateway } from './start-test-gateway.ts';
import { waitFor } from './wait-for.ts';

/** The usage records in a gateway's journal, as soon as there are `count`. */
export async function usageOf(gateway: TestGateway, count = 1): Promise<UsageRecord[]> {
  return await waitFor(async () => {
    const records = await collect(readUsage(join(gateway.directory, 'journal')));
    return records.length >= count ? records : undefined;
  });
}
