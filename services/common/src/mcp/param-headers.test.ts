import { describe, expect, it } from 'vitest';
import { paramHeaders } from './param-headers.ts';

const schema = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    count: { type: 'integer', 'x-mcp-header': 'Count' },
    where: { properties: { dry: { type: 'boolean', 'x-mcp-header': 'Dry-Run' } } },
    bad: { type: 'string', 'x-mcp-header': 'no header\r\n' },
    plain: { type: 'string' },
  },
};

describe('the headers of a call', () => {
  it('hold the arguments that its server wants to see there, at whatever depth', () => {
    const args = { region: 'eu', count: 3, where: { dry: false }, bad: 'x', plain: 'x' };
    expect(paramHeaders(schema, args)).toEqual({
      'Mcp-Param-Region': 'eu',
      'Mcp-Param-Count': '3',
      'Mcp-Param-Dry-Run': 'false',
    });
  });

  it.each(['', ' eu', 'eu ', 'ä', 'a\r\nb: c', '=?base64?eA==?='])(
    'encode what cannot stand in one: %j',
    (region) => {
      const header = paramHeaders(schema, { region })['Mcp-Param-Region'] ?? '';
      const encoded = /^=\?base64\?(.*)\?=$/.exec(header)?.[1] ?? '';
      expect(Buffer.from(encoded, 'base64').toString()).toBe(region);
    },
  );

  it.each([null, undefined, {}, { region: null }, { region: { a: 1 } }, { count: 0.5 }, []])(
    'are none where there is nothing to say: %j',
    (args) => {
      expect(paramHeaders(schema, args)).toEqual({});
    },
  );

  it('are none of a schema that is none', () => {
    expect(paramHeaders(undefined, { region: 'eu' })).toEqual({});
  });
});
