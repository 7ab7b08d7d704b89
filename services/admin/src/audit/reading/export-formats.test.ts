import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../audit-entry.ts';
import { draftOf } from '../testing/audit-database.ts';
import { FORMATS } from './export-formats.ts';

const entry = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
  ...draftOf(),
  ...{ id: 'i', seq: 1, timestamp: 't', prev_hash: 'p', hash: 'h' },
  ...changes,
});

async function written(format: keyof typeof FORMATS, ...entries: AuditEntry[]): Promise<string> {
  async function* source() {
    yield* await Promise.resolve(entries);
  }
  let text = '';
  for await (const piece of FORMATS[format].write(source())) text += piece;
  return text;
}

describe('an export of the audit log', () => {
  it('is a list where there is nothing in it', async () => {
    expect(JSON.parse(await written('json'))).toEqual([]);
    expect(await written('jsonl')).toBe('');
    expect((await written('csv')).split('\r\n')).toHaveLength(2);
  });

  it('is a list of many', async () => {
    const entries = [entry(), entry({ seq: 2 })];
    expect(JSON.parse(await written('json', ...entries))).toEqual(entries);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['@cmd', "'@cmd"],
    ['a"b', '"a""b"'],
    ['a,b', '"a,b"'],
    ['a\nb', '"a\nb"'],
    ['-1,2', '"\'-1,2"'],
  ])('writes the cell %j so that no program takes it for more than a text', async (id, cell) => {
    const text = await written('csv', entry({ resource_id: id }));
    expect(text).toContain(`,model,${cell},api,`);
  });
});
