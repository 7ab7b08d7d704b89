import { nextSlice, type Slices } from '../../guardrails/output/slices.ts';
import type { AnswerOwner } from './answer-reader.ts';

/**
 * Looks at an answer in slices, where it is long: between them others have their turn. No more of the answer is read meanwhile, and what
 * comes all the same waits until the look is over.
 */
export class Turns {
  private readonly owner: Pick<AnswerOwner, 'pause' | 'resume' | 'faulted' | 'isOver'>;
  private readonly waiting: (() => void)[] = [];
  private isLooking = false;
  private isPaused = false;
  private isStopped = false;

  constructor(owner: Pick<AnswerOwner, 'pause' | 'resume' | 'faulted' | 'isOver'>) {
    this.owner = owner;
  }

  /** Looks; `done` gets what came of it, at once where the look is short. */
  look<T>(slices: Slices<T>, done: (looked: T) => void): void {
    const step = nextSlice(slices);
    if (step.done === true) {
      done(step.value);
      return;
    }
    this.isLooking = true;
    if (!this.isPaused) this.owner.pause();
    this.isPaused = true;
    this.goOnLater(slices, done);
  }

  /** Whether there is a look under way; `later` is called after it then. */
  postpones(later: () => void): boolean {
    if (this.isLooking) this.waiting.push(later);
    return this.isLooking;
  }

  /** Nobody wants to know any more. */
  stop(): void {
    this.isStopped = true;
    this.waiting.length = 0;
  }

  private goOnLater<T>(slices: Slices<T>, done: (looked: T) => void): void {
    setImmediate(() => {
      if (this.isStopped || this.owner.isOver) return;
      try {
        this.goOn(slices, done);
      } catch (error) {
        this.isLooking = false;
        this.stop();
        this.owner.faulted(error);
      }
    });
  }

  private goOn<T>(slices: Slices<T>, done: (looked: T) => void): void {
    const step = nextSlice(slices);
    if (step.done !== true) {
      this.goOnLater(slices, done);
      return;
    }
    this.isLooking = false;
    done(step.value);
    while (this.mayGoOn()) {
      const next = this.waiting.shift();
      if (!next) break;
      next();
    }
    if (!this.mayGoOn()) return;
    this.isPaused = false;
    this.owner.resume();
  }

  private mayGoOn(): boolean {
    return !this.isLooking && !this.isStopped && !this.owner.isOver;
  }
}
