import { describe, expect, it, vi } from 'vitest';
import { SLICE_UNITS } from '@aicp/detection/kernel/slice-units';
import type { Slices } from '../../guardrails/output/slices.ts';
import { Turns } from './turns.ts';

/** Other tests may have the machine meanwhile. */
const PATIENTLY = { timeout: 30_000 };

/** Whoever asks for the answer, as it hears of looks. */
class Owner {
  readonly heard: string[] = [];
  isOver = false;

  pause(): void {
    this.heard.push('pause');
  }

  resume(): void {
    this.heard.push('resume');
  }

  faulted(error: unknown): void {
    this.heard.push(String(error));
  }
}

function looking() {
  const owner = new Owner();
  const turns = new Turns(owner);
  const { heard } = owner;
  const say = (what: string) => () => {
    if (!turns.postpones(say(what))) heard.push(what);
  };
  /** A look in so many slices, which tells of each. */
  function* slices(count: number): Slices<string> {
    for (let slice = 1; slice <= count; slice += 1) {
      heard.push(`slice ${slice}`);
      yield SLICE_UNITS;
    }
    return 'looked';
  }
  const done = (looked: string) => heard.push(looked);
  return { owner, turns, heard, say, slices, done };
}

describe('a look at an answer', () => {
  it('is over at once where it is short', () => {
    const { turns, heard, say, done } = looking();
    turns.look(
      (function* (): Slices<string> {
        yield SLICE_UNITS / 2;
        return 'looked';
      })(),
      done,
    );
    say('more')();
    expect(heard).toEqual(['looked', 'more']);
  });

  it('gives others their turn after each slice where it is long, and has what comes meanwhile wait', async () => {
    const { turns, heard, say, slices, done } = looking();
    turns.look(slices(3), done);
    say('more')();
    say('the end')();
    const other = (): void => {
      heard.push('other');
      if (!heard.includes('resume')) setImmediate(other);
    };
    setImmediate(other);
    await vi.waitFor(() => {
      expect(heard).toContain('resume');
    }, PATIENTLY);
    const turn = ['slice 1', 'pause', 'slice 2', 'other', 'slice 3', 'other'];
    expect(heard.slice(0, 10)).toEqual([...turn, 'looked', 'more', 'the end', 'resume']);
  });

  it('may follow another, and nothing is read between them', async () => {
    const { turns, heard, say, slices, done } = looking();
    turns.look(slices(2), () => {
      turns.look(slices(2), done);
    });
    say('more')();
    await vi.waitFor(() => {
      expect(heard).toContain('resume');
    }, PATIENTLY);
    const twice = ['slice 1', 'pause', 'slice 2', 'slice 1', 'slice 2', 'looked', 'more', 'resume'];
    expect(heard).toEqual(twice);
  });

  it.each(['stop', 'end'])('goes no further when nobody wants to know: %s', async (how) => {
    const { owner, turns, heard, say, slices, done } = looking();
    turns.look(slices(9), done);
    say('more')();
    if (how === 'stop') turns.stop();
    else owner.isOver = true;
    // What was put there before has its turn before these.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(heard).toEqual(['slice 1', 'pause']);
  });

  it('tells what is thrown while nobody who called could take it', async () => {
    const { turns, heard, slices } = looking();
    turns.look(slices(2), () => {
      throw new Error('ours');
    });
    await vi.waitFor(() => {
      expect(heard.at(-1)).toBe('Error: ours');
    }, PATIENTLY);
    expect(turns.postpones(() => undefined)).toBe(false);
  });
});
