import { openRedacted } from '@aicp/detection/json/open-redacted';
import type { PromptTexts } from '../../protocols/protocol.ts';
import type { Stop } from '../output/output-guard.ts';
import type { ActingGuards } from './acting-guards.ts';

/** Texts are looked at in slices of so many units; between them it is the turn of other requests. */
const SLICE_UNITS = 32_768;

/** What guardrails make of what the model reads. */
export interface LookedAt {
  /** Undefined: the request may go on. */
  readonly stop: Stop | undefined;
  /** Texts in which something was replaced, by their places. */
  readonly replaced: ReadonlyMap<number, string>;
}

/** Looks at all texts of a request, at once where they are short. */
export function lookAtPrompt(
  guards: ActingGuards,
  prompt: PromptTexts,
): LookedAt | Promise<LookedAt> {
  const look = new Look(guards, prompt);
  const units = prompt.texts.reduce((sum, { text }) => sum + text.length, 0);
  return units <= SLICE_UNITS ? look.atOnce() : look.inSlices();
}

class Look {
  private readonly guards: ActingGuards;
  private readonly prompt: PromptTexts;
  private readonly replaced = new Map<number, string>();
  private stop: Stop | undefined;

  constructor(guards: ActingGuards, prompt: PromptTexts) {
    this.guards = guards;
    this.prompt = prompt;
  }

  atOnce(): LookedAt {
    for (const _ of this.slices());
    return this.result();
  }

  async inSlices(): Promise<LookedAt> {
    for (const _ of this.slices()) await new Promise(setImmediate);
    return this.result();
  }

  private result(): LookedAt {
    for (const what of this.prompt.unseen) this.stop ??= this.guards.input.unseen(what);
    return { stop: this.stop, replaced: this.replaced };
  }

  /** Looks at the texts; stops after each slice. */
  private *slices(): Generator<undefined> {
    const { input, set, redactor } = this.guards;
    input.looked();
    if (set.input.detectors.isEmpty) return;
    let left = SLICE_UNITS;
    for (const [place, text] of this.prompt.texts.entries()) {
      const open = openRedacted(text.form, { detectors: set.input.detectors, redactor });
      let out = '';
      for (let at = 0; at < text.text.length; at += SLICE_UNITS) {
        const piece = text.text.slice(at, at + SLICE_UNITS);
        out += open.push(piece);
        left -= piece.length;
        if (left > 0) continue;
        left = SLICE_UNITS;
        yield;
      }
      out += open.end();
      this.stop ??= input.found(open.take());
      if (out !== text.text) this.replaced.set(place, out);
    }
  }
}
