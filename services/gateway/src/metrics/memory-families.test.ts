import { expect, it } from 'vitest';
import { ByteBudget } from '../memory/byte-budget.ts';
import { RequestMemory } from '../memory/request-memory.ts';
import { noCounts } from '../usage/journal/journal-counts.ts';
import { toText } from './exposition.ts';
import { memoryFamilies } from './memory-families.ts';

it('tells of each kind of bytes how many are held, how many may be, and how often there was no room', () => {
  const gateway = {
    memory: new RequestMemory(300),
    answerBytes: new ByteBudget(100),
    errorBytes: new ByteBudget(50),
    journal: { backlogBytes: 7, backlogLimit: 70, counts: { ...noCounts(), dropped: 3 } },
  };
  gateway.memory.all.take(30);
  gateway.answerBytes.take(40);
  gateway.answerBytes.take(61);
  const lines = toText(memoryFamilies(gateway), {}).split('\n');
  expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
    'aicp_gateway_held_bytes{kind="requests"} 30',
    'aicp_gateway_held_bytes{kind="large_requests"} 0',
    'aicp_gateway_held_bytes{kind="answers"} 40',
    'aicp_gateway_held_bytes{kind="errors"} 0',
    'aicp_gateway_held_bytes{kind="journal_backlog"} 7',
    'aicp_gateway_held_limit_bytes{kind="requests"} 300',
    'aicp_gateway_held_limit_bytes{kind="large_requests"} 200',
    'aicp_gateway_held_limit_bytes{kind="answers"} 100',
    'aicp_gateway_held_limit_bytes{kind="errors"} 50',
    'aicp_gateway_held_limit_bytes{kind="journal_backlog"} 70',
    'aicp_gateway_held_refusals_total{kind="requests"} 0',
    'aicp_gateway_held_refusals_total{kind="large_requests"} 0',
    'aicp_gateway_held_refusals_total{kind="answers"} 1',
    'aicp_gateway_held_refusals_total{kind="errors"} 0',
    'aicp_gateway_held_refusals_total{kind="journal_backlog"} 3',
  ]);
});
