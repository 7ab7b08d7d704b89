import { parse } from 'yaml';
import { isPlain, type Tree } from '../detail/merge/tree.ts';

/** What a manifest holds; undefined where it is no YAML, or not an object. */
export function parseTree(text: string): Tree | undefined {
  try {
    const value: unknown = parse(text);
    return isPlain(value) ? value : undefined;
  } catch (error) {
    if (error instanceof Error && error.name === 'YAMLParseError') return undefined;
    throw error;
  }
}
