import { openReplica } from './replica.ts';
import { AT_ONCE } from './times-at-once.ts';

/** A process that holds one of `held` in the server whose URL is its argument, says so, and stays. */
const [url = ''] = process.argv.slice(2);
const { take } = await openReplica({ url, installation: 'killed' }, { times: AT_ONCE });
const demand = { limit: 1, amount: 1, isHeld: true };
await take([
  { ...demand, counter: 'held', window: { kind: 'now' } },
  { ...demand, counter: 'held', window: { kind: 'day', starts: [0] } },
]);
process.stdout.write('held\n');
setInterval(() => undefined, 60_000);
