import { describe, expect, it } from 'vitest';
import { masked } from './mask.ts';

describe('what the audit log keeps of an object', () => {
  it('holds no values of headers and environment variables, and no secrets of addresses', () => {
    const spec = {
      headers: { 'x-team': 'red' },
      env: [{ name: 'TOKEN', value: 'abc' }],
      url: 'https://me:word@mcp.example/x?token=abc',
      description: 'Who? Me.',
    };
    expect(masked({ spec })).toEqual({
      spec: {
        headers: { 'x-team': '[masked]' },
        env: [{ name: '[masked]', value: '[masked]' }],
        url: 'https://[masked]@mcp.example/x?[masked]',
        description: 'Who? Me.',
      },
    });
  });
});
