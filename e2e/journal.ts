import { usageRecord, type UsageRecord } from '@aicp/contracts/usage/usage-record';
import type { Installed } from './installed.ts';

/** Runs in the gateway's container, with the gateway's own reader. */
const READ = `
import { readUsage } from '/app/services/gateway/src/usage/journal/read-usage.ts';
for await (const record of readUsage('/var/lib/aicp/journal')) process.stdout.write(JSON.stringify(record) + '\\n');
`;

/** All usage records in the journals of the gateways that run. */
export async function usageRecords(installed: Installed): Promise<UsageRecord[]> {
  const records: UsageRecord[] = [];
  for (const { metadata } of await installed.pods('gateway')) {
    const node = ['node', '--input-type=module', '--eval', READ];
    const lines = await installed.kubectl('exec', metadata.name, '--', ...node);
    for (const line of lines.split('\n').filter(Boolean)) {
      records.push(usageRecord.parse(JSON.parse(line)));
    }
  }
  return records;
}
