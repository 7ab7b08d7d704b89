import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { corsOrigins, corsOriginsOrAny } from './cors-origins.ts';
import { ConfigError, readEnvironment } from './environment.ts';

describe('origins whose pages may call, as a variable says them', () => {
  it('are a list of exact ones, and none by default', () => {
    expect(corsOrigins.parse('')).toEqual([]);
    expect(corsOrigins.parse(' https://console.example.com, http://[::1]:5173 ,')).toEqual([
      'https://console.example.com',
      'http://[::1]:5173',
    ]);
  });

  it('are all of them where that is allowed, and nothing is named beside', () => {
    expect(corsOriginsOrAny.parse(' * ')).toBe('*');
    expect(corsOriginsOrAny.parse('https://a.example')).toEqual(['https://a.example']);
    expect(corsOrigins.safeParse('*').success).toBe(false);
    expect(corsOriginsOrAny.safeParse('*,https://a.example').success).toBe(false);
  });

  it.each([
    ['https://console.example.com/', 'write https://console.example.com'],
    ['https://console.example.com/ui', 'write https://console.example.com'],
    ['https://Console.example.com', 'write https://console.example.com'],
    ['https://console.example.com:443', 'write https://console.example.com'],
    ['https://user@console.example.com', 'write https://console.example.com'],
    ['https://*.example.com', 'has a wildcard'],
    ['null', 'is no origin: write origins such as'],
    ['console.example.com', 'is no origin: write origins such as'],
    ['file:///index.html', 'is no origin: write origins such as'],
    ['ftp://console.example.com', 'is no origin: write origins such as'],
  ])('end the start where one is "%s", in words that say what to write', (text, words) => {
    const schema = z.object({ AICP_CORS_ORIGINS: corsOriginsOrAny.prefault('') });
    const read = () => readEnvironment(schema, { AICP_CORS_ORIGINS: text });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(words);
  });
});
