import { describe, expect, it } from 'vitest';
import { noProxy } from './no-proxy.ts';

describe('NO_PROXY', () => {
  it.each([
    ['*', 'https://anything.example', true],
    ['example.com', 'https://example.com', true],
    ['example.com', 'https://api.example.com', true],
    ['example.com', 'https://notexample.com', false],
    ['.example.com', 'https://api.example.com', true],
    ['.example.com', 'https://example.com', true],
    ['*.example.com', 'https://a.b.example.com', true],
    ['*.example.com', 'https://other.com', false],
    ['EXAMPLE.com', 'https://Api.Example.Com', true],
    ['example.com', 'https://example.com.', true],
    ['example.com:8443', 'https://example.com:8443', true],
    ['example.com:8443', 'https://example.com', false],
    ['example.com:443', 'https://example.com', true],
    ['example.com:80', 'http://example.com', true],
    ['a.test, b.test', 'https://b.test', true],
    ['a.test b.test', 'https://b.test', true],
    ['10.0.0.0/8', 'https://10.20.30.40', true],
    ['10.0.0.0/8', 'https://11.0.0.1', false],
    ['10.0.0.0/8', 'https://ten.example', false],
    ['10.1.2.3', 'http://10.1.2.3:8000', true],
    ['10.1.2.3:8000', 'http://10.1.2.3:8001', false],
    ['0.3', 'http://10.1.0.3', false],
    ['fd00::/8', 'http://[fd12::1]', true],
    ['FD12:0:0::1', 'http://[fd12::1]', true],
    ['[fd12::1]:8000', 'http://[fd12::1]:8000', true],
    ['[fd12::1]:8000', 'http://[fd12::1]', false],
    ['10.0.0.0/33', 'http://10.0.0.1', false],
    ['', 'https://example.com', false],
    ['.', 'https://example.com', false],
    [',, ', 'https://example.com', false],
  ])('%j: %s is exempt: %s', (list, origin, isExempt) => {
    expect(noProxy(list)(new URL(origin))).toBe(isExempt);
  });
});
