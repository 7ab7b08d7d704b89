/** One token of a JSON text: a string, a bracket, a comma, a colon, or anything else up to those. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

interface Level {
  /** Keys seen so far; undefined in a list. */
  readonly keys: Set<string> | undefined;
  readonly path: string;
  key: string;
  index: number;
  expectsKey: boolean;
}

const childPath = (level: Level | undefined): string => {
  if (!level) return '';
  if (!level.keys) return `${level.path}[${level.index}]`;
  return level.path ? `${level.path}.${level.key}` : level.key;
};

/** Paths of the object keys that stand twice in `text`, which must be valid JSON. `JSON.parse` keeps the last and says nothing. */
export function duplicateKeys(text: string): string[] {
  const found: string[] = [];
  const levels: Level[] = [];
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === '{' || token === '[') {
      levels.push({
        keys: token === '{' ? new Set() : undefined,
        path: childPath(level),
        key: '',
        index: 0,
        expectsKey: token === '{',
      });
    } else if (token === '}' || token === ']') {
      levels.pop();
    } else if (level) {
      readInside(token, level, found);
    }
  }
  return found;
}

function readInside(token: string, level: Level, found: string[]): void {
  if (token === ',') {
    level.index += 1;
    level.expectsKey = level.keys !== undefined;
  } else if (level.expectsKey && token.startsWith('"')) {
    level.key = JSON.parse(token) as string;
    level.expectsKey = false;
    if (level.keys?.has(level.key)) found.push(childPath(level));
    level.keys?.add(level.key);
  }
}
