import { describe, expect, it } from 'vitest';
import { maskedAddress } from './masked-address.ts';

describe('a masked address', () => {
  it.each([
    ['https://user:password@mcp.example/x', 'https://[masked]@mcp.example/x'],
    ['https://mcp.example/x?token=abc', 'https://mcp.example/x?[masked]'],
    ['https://a@b@mcp.example?token#abc', 'https://[masked]@mcp.example?[masked]#[masked]'],
    ['https://mcp.example:8080/x', 'https://mcp.example:8080/x'],
    ['HTTPS://u@h', 'HTTPS://[masked]@h'],
    ['who? me@home', 'who? me@home'],
    ['https://h/a\nb?c', 'https://h/a\nb?[masked]'],
  ])('%j is %j', (text, masked) => {
    expect(maskedAddress(text)).toBe(masked);
  });
});
