import { describe, expect, it } from 'vitest';
import { readGemini } from './gemini-scan.ts';

/** Milliseconds of CPU that it takes to read a body. */
function cpuOf(body: Buffer): { read: ReturnType<typeof readGemini>; cpuMs: number } {
  const begin = process.cpuUsage();
  const read = readGemini(body);
  const { user, system } = process.cpuUsage(begin);
  return { read, cpuMs: (user + system) / 1000 };
}

const names = (count: number): string =>
  Array.from({ length: count }, (_, index) => `"a${index}":1`).join(',');

describe('a body of generateContent', () => {
  it.each([
    ['the body', (members: string) => `{"contents":[],${members}}`],
    ['a part', (members: string) => `{"contents":[{"parts":[{${members}}]}]}`],
    ['the settings', (members: string) => `{"contents":[],"generationConfig":{${members}}}`],
  ])('that has ever so many members in %s keeps nobody waiting', (_, withMembers) => {
    const { read, cpuMs } = cpuOf(Buffer.from(withMembers(names(60_000))));
    expect(read).toHaveProperty('promptCharacters');
    expect(cpuMs).toBeLessThan(1500);
  });

  it('is refused where the last of many members is there twice, in whichever case', () => {
    const body = `{"contents":[],${names(1000)},"tool_config":{},"toolConfig":{}}`;
    expect(readGemini(Buffer.from(body))).toMatchObject({ param: 'toolConfig' });
  });
});
