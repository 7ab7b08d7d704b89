import type { Detectors } from '@aicp/detection/detectors';
import type { Finding } from '@aicp/detection/finding';
import { openRedacted } from '@aicp/detection/json/open-redacted';
import { SLICE_UNITS } from '@aicp/detection/kernel/slice-units';
import { inOrder } from '@aicp/detection/kernel/text-scan';
import type { PromptText, PromptTexts } from '../../protocols/protocol.ts';
import { markedFinding } from '../book/guard-set.ts';
import { JoinedTexts } from '../joined/joined-texts.ts';
import type { Stop } from '../output/output-guard.ts';
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
  return look.units <= SLICE_UNITS ? look.atOnce() : look.inThread(thread);
}

/** Texts that are looked at as one, and their places in the prompt. */
interface Group {
  readonly places: readonly number[];
  readonly joined: JoinedTexts;
}

/** What is looked at by itself, by its place; and what is as one, by the place of the first of it. */
interface Plan {
  readonly alone: Map<number, PromptText>;
  readonly groups: Map<number, Group>;
}

function planOf(texts: readonly PromptText[]): Plan {
  const plan: Plan = { alone: new Map(), groups: new Map() };
  const parts = Map.groupBy(texts.entries(), ([place, { partOf }]) => partOf ?? -1 - place);
  for (const some of parts.values()) {
    const [first] = some;
    if (!first) continue;
    const isJoined = some.length > 1 || first[1].fixed !== undefined;
    for (const [place, text] of some) {
      // A part that is JSON is looked at as such too.
      if (!isJoined || text.form === 'json') plan.alone.set(place, text);
    }
    if (!isJoined) continue;
    const joined = new JoinedTexts(some.map(([, text]) => text));
    plan.groups.set(first[0], { places: some.map(([place]) => place), joined });
  }
  return plan;
}

class Look {
  private readonly stage: GuardedStage;
  private readonly prompt: PromptTexts;
  private readonly plan: Plan;
  private readonly replaced = new Map<number, string>();
  /** What the thread found in a text. */
  private readonly known = new Map<string, Detectors>();
  private left = SLICE_UNITS;
  private stop: Stop | undefined;

  constructor(stage: GuardedStage, prompt: PromptTexts) {
    this.stage = stage;
    this.prompt = prompt;
    this.plan = planOf(prompt.texts);
  }

  /** Units of all that is looked at. */
  get units(): number {
    const { alone, groups } = this.plan;
    let units = 0;
    for (const { text } of alone.values()) units += text.length;
    for (const { joined } of groups.values())
      for (const { length } of joined.readings) units += length;
    return units;
  }

  atOnce(): LookedAt {
    for (const _ of this.slices());
    return this.result();
  }

  /** JSON is read unit by unit as it is looked at, which is done here. */
  async inThread(thread: Pick<ScanningThread, 'scan'>): Promise<LookedAt> {
    const { detectors, guardrails, terms } = this.stage.side;
    const texts = this.plainTexts();
    if (!detectors.isEmpty && texts.length > 0) {
      const scanned = await thread.scan(terms, texts);
      for (const [index, found] of (scanned ?? []).entries()) {
        const findings = guardrails.flatMap((guardrail, place) =>
          (found[place] ?? []).map((finding) => markedFinding(finding, place, guardrail)),
        );
        this.known.set(texts[index] ?? '', knownFindings(findings.sort(inOrder)));
      }
    }
    return await this.inSlices();
  }

  /** Each of the texts that are not JSON, once. */
  private plainTexts(): readonly string[] {
    const { alone, groups } = this.plan;
    const plain = [...alone.values()].filter(({ form }) => form === 'text');
    const readings = [...groups.values()].flatMap(({ joined }) => joined.readings);
    return [...new Set([...plain.map(({ text }) => text), ...readings])];
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

  /** Looks at the texts, in their order; stops after each slice. */
  private *slices(): Generator<undefined> {
    const { verdicts, side, restore } = this.stage;
    verdicts.looked();
    if (side.detectors.isEmpty && restore.size === 0) return;
    const { alone, groups } = this.plan;
    for (const place of this.prompt.texts.keys()) {
      const [group, text] = [groups.get(place), alone.get(place)];
      if (group) yield* this.lookAtGroup(group);
      if (text) yield* this.lookAlone(place, text);
    }
  }

  private *lookAlone(place: number, { form, text }: PromptText): Generator<undefined> {
    const { side, redactor, restore } = this.stage;
    const known = form === 'text' ? this.known.get(text) : undefined;
    const open = openRedacted(form, { redactor, restore, detectors: known ?? side.detectors });
    let out = '';
    yield* this.inPieces(text, (piece) => {
      out += open.push(piece);
    });
    out += open.end();
    this.found(open.take());
    if (out !== text) this.replaced.set(place, out);
  }

  private *lookAtGroup({ places, joined }: Group): Generator<undefined> {
    for (const [at, reading] of joined.readings.entries()) {
      const scanner = (this.known.get(reading) ?? this.stage.side.detectors).open();
      yield* this.inPieces(reading, (piece) => {
        scanner.push(piece);
      });
      scanner.end();
      joined.take(at, scanner.take());
    }
    const findings = joined.findings();
    this.found(findings);
    for (const [part, text] of joined.replaced(findings, this.stage)) {
      const place = places[part];
      if (place !== undefined) this.replaced.set(place, text);
    }
  }

  private *inPieces(text: string, push: (piece: string) => void): Generator<undefined> {
    for (let at = 0; at < text.length; at += SLICE_UNITS) {
      const piece = text.slice(at, at + SLICE_UNITS);
      push(piece);
      this.left -= piece.length;
      if (this.left > 0) continue;
      this.left = SLICE_UNITS;
      yield;
    }
  }

  /** Also what is found behind a stop is counted. */
  private found(findings: readonly Finding[]): void {
    const stop = this.stage.verdicts.found(findings);
    this.stop ??= stop;
  }
}
