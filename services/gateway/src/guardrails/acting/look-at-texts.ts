import type { Detectors } from '@aicp/detection/detectors';
import { openRedacted } from '@aicp/detection/json/open-redacted';
import { inOrder } from '@aicp/detection/kernel/text-scan';
import type { PromptTexts } from '../../protocols/protocol.ts';
import { markedFinding } from '../book/guard-set.ts';
import type { Stop } from '../output/output-guard.ts';
import { SLICE_UNITS } from '../output/slices.ts';
import type { GuardedStage } from './guarded-stage.ts';
import { knownFindings } from './known-findings.ts';
import type { ScanningThread } from '@aicp/detection/thread/scanning-thread';

/** What guardrails make of texts. */
export interface LookedAt {
  /** Undefined: they may go on. */
  readonly stop: Stop | undefined;
  /** Texts in which something was replaced, by their places. */
  readonly replaced: ReadonlyMap<number, string>;
}

/** Looks at all texts of a request or an answer: at once where they are short, else in the thread; where that cannot, in slices. */
export function lookAtTexts(
  stage: GuardedStage,
  prompt: PromptTexts,
  thread: Pick<ScanningThread, 'scan'>,
): LookedAt | Promise<LookedAt> {
  const look = new Look(stage, prompt);
  const units = prompt.texts.reduce((sum, { text }) => sum + text.length, 0);
  return units <= SLICE_UNITS ? look.atOnce() : look.inThread(thread);
}

class Look {
  private readonly stage: GuardedStage;
  private readonly prompt: PromptTexts;
  private readonly replaced = new Map<number, string>();
  /** What the thread found, by the places of the texts. */
  private known = new Map<number, Detectors>();
  private stop: Stop | undefined;

  constructor(stage: GuardedStage, prompt: PromptTexts) {
    this.stage = stage;
    this.prompt = prompt;
  }

  atOnce(): LookedAt {
    for (const _ of this.slices());
    return this.result();
  }

  /** JSON is read unit by unit as it is looked at, which is done here. */
  async inThread(thread: Pick<ScanningThread, 'scan'>): Promise<LookedAt> {
    const { detectors, guardrails, terms } = this.stage.side;
    const texts = [...this.prompt.texts.entries()].filter(([, { form }]) => form === 'text');
    if (!detectors.isEmpty && texts.length > 0) {
      const scanned = await thread.scan(
        terms,
        texts.map(([, { text }]) => text),
      );
      for (const [index, found] of (scanned ?? []).entries()) {
        const findings = guardrails.flatMap((guardrail, place) =>
          (found[place] ?? []).map((finding) => markedFinding(finding, place, guardrail)),
        );
        this.known.set(texts[index]?.[0] ?? -1, knownFindings(findings.sort(inOrder)));
      }
    }
    return await this.inSlices();
  }

  private async inSlices(): Promise<LookedAt> {
    for (const _ of this.slices()) await new Promise(setImmediate);
    return this.result();
  }

  private result(): LookedAt {
    const { verdicts } = this.stage;
    for (const what of this.prompt.unseen) this.stop ??= verdicts.unseen(what);
    // Behind what was found: that says more to whoever is refused.
    if (this.prompt.texts.length > 0) {
      const lacking = verdicts.lacking();
      this.stop ??= lacking;
    }
    return { stop: this.stop, replaced: this.replaced };
  }

  /** Looks at the texts; stops after each slice. */
  private *slices(): Generator<undefined> {
    const { verdicts, side, redactor, restore } = this.stage;
    const { detectors } = side;
    verdicts.looked();
    if (detectors.isEmpty && restore.size === 0) return;
    let left = SLICE_UNITS;
    for (const [place, text] of this.prompt.texts.entries()) {
      const open = openRedacted(text.form, {
        ...{ redactor, restore },
        detectors: this.known.get(place) ?? detectors,
      });
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
      // Also what is found behind a stop is counted.
      const stop = verdicts.found(open.take());
      this.stop ??= stop;
      if (out !== text.text) this.replaced.set(place, out);
    }
  }
}
