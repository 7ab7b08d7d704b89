import type { CountedTokens, StreamAnswer } from '../../protocols/protocol.ts';

/** What came of a response in a session, as what counts usage reads an answer. Its events pass by themselves. */
export class TurnAnswer implements StreamAnswer {
  usage: CountedTokens | undefined;
  /** Characters of text, or as many as the sound is worth. */
  characters = 0;
  readonly isText = false;
  finished = false;
  progress = 0;
  readonly problem = undefined;
  readonly failed = false;
  readonly errorFrame = undefined;
  readonly heldBytes = 0;

  get done(): boolean {
    return this.finished;
  }

  /** An event brought so much of it. */
  add(characters: number): void {
    this.characters += characters;
    this.progress += 1;
  }

  push(): undefined {
    return undefined;
  }

  end(): undefined {
    return undefined;
  }
}
