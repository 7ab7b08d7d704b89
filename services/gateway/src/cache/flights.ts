import type { KeptAnswer } from './kept-answer.ts';

/** So many requests wait for one answer; more go on by themselves. */
const MOST_FOLLOWERS = 1000;

type Follower = (answer: KeptAnswer | undefined, isAlike: boolean) => void;

/** A question that is being answered, for whoever asks the same meanwhile. */
export class Flight {
  private readonly followers = new Set<Follower>();
  private readonly land: (flight: Flight) => void;
  private isOver = false;

  constructor(land: (flight: Flight) => void) {
    this.land = land;
  }

  /** Calls back with the answer, or with undefined where there is none to give again. Answers what takes that back, or undefined: too many wait. */
  follow(done: Follower): (() => void) | undefined {
    if (this.followers.size >= MOST_FOLLOWERS) return undefined;
    this.followers.add(done);
    return () => this.followers.delete(done);
  }

  /** The question is answered, or its answer is none to give again. `isAlike`: it is that to another question, which means the same. */
  end(answer: KeptAnswer | undefined, isAlike = false): void {
    if (this.isOver) return;
    this.isOver = true;
    this.land(this);
    const waiting = [...this.followers];
    this.followers.clear();
    for (const follower of waiting) follower(answer, isAlike);
  }
}

/** The questions that are being answered. */
export class Flights {
  private readonly open = new Map<string, Flight>();

  /** Whose answer is under way; undefined: nobody asks that. */
  of(digest: Buffer): Flight | undefined {
    return this.open.get(digest.toString('latin1'));
  }

  /** The question is about to be asked. */
  begin(digest: Buffer): Flight {
    const name = digest.toString('latin1');
    const flight = new Flight((over) => {
      if (this.open.get(name) === over) this.open.delete(name);
    });
    this.open.set(name, flight);
    return flight;
  }
}
