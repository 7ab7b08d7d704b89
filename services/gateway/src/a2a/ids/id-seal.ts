import { TextSeal } from '../../seal/text-seal.ts';

/** What an id names: one of a task is never taken for one of a context. */
export type IdKind = 'task' | 'context';

/** Ids of agents are shorter; what is longer is no id of ours. */
const MOST_CHARACTERS = 4_096;

/**
 * Ids of agents as clients see them: sealed to whom they were given, so that no other tenant can use one, and so that every replica that knows the secret can open
 * what another one sealed. The same id is always sealed to the same text, for clients compare them.
 */
export class IdSeal {
  private readonly texts: TextSeal;

  constructor(secret: string | Buffer) {
    this.texts = new TextSeal(secret, {
      purpose: 'aicp-a2a-ids-v1',
      mostCharacters: MOST_CHARACTERS,
    });
  }

  /** The id as somebody of this scope sees it. */
  seal(scope: string, kind: IdKind, id: string): string {
    return this.texts.seal([scope, kind], id);
  }

  /** The id behind what somebody of this scope sent; undefined where it was not sealed for them. */
  open(scope: string, kind: IdKind, sealed: string): string | undefined {
    return this.texts.open([scope, kind], sealed);
  }
}
