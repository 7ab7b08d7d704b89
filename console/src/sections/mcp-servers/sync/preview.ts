import { shortText } from '../../../ui/text/short-text.ts';
import type { Tone } from '../../../ui/text/object-state.ts';

/** A server in the answer of `GET /api/v1/mcp-servers/sync/preview`. */
export interface ServerPreview {
  readonly id: string;
  readonly reachable: boolean;
  /** Why it cannot be asked; empty where it can. */
  readonly message: string;
  readonly changed: readonly string[];
  readonly missing: readonly string[];
  readonly unapproved: readonly string[];
}

/** So many names are told; how many more there are is said. */
const MOST_NAMES = 8;
const MOST_OF_NAME = 64;

/** How a server's tools stand to what was approved, in two words. */
export function stateOf({ reachable, changed, missing, unapproved }: ServerPreview): {
  readonly label: string;
  readonly tone: Tone;
} {
  if (!reachable) return { label: 'Does not answer', tone: 'bad' };
  if (changed.length > 0) return { label: 'Changed', tone: 'bad' };
  if (missing.length > 0) return { label: 'Tools are missing', tone: 'quiet' };
  if (unapproved.length > 0) return { label: 'Not pinned', tone: 'quiet' };
  return { label: 'As approved', tone: 'good' };
}

/** What differs, a sentence each. */
export function differencesOf(server: ServerPreview): readonly string[] {
  if (!server.reachable) return [server.message];
  const told = [
    toldOf(server.changed, 'Out of service until approved'),
    toldOf(server.missing, 'Named, and not listed any more'),
    toldOf(server.unapproved, 'Any definition is taken'),
  ].filter((text) => text !== undefined);
  return told.length > 0 ? told : ['Nothing: each tool is as it was approved.'];
}

function toldOf(names: readonly string[], what: string): string | undefined {
  if (names.length === 0) return undefined;
  const some = names.slice(0, MOST_NAMES).map((name) => shortText(name, MOST_OF_NAME));
  const more = names.length - some.length;
  return `${what}: ${some.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
