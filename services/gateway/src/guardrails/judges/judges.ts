import type { Agent } from 'undici';
import type { ProviderEgress } from '@aicp/common/config/egress-environment';
import { addressGuard, type AddressGuard } from '@aicp/common/http/address-guard';
import { guardedAgent } from '@aicp/common/mcp/guarded-fetch';
import type { Clock } from '@aicp/common/time/clock';
import type { JudgeTerms } from '@aicp/contracts/snapshot/sections/guardrails';
import { Circuit } from '../../health/circuit.ts';
import { allOf, NOTHING_FOUND, type Judged, type JudgeFault } from './speech/judgement.ts';
import { callsOf, type Piece } from './speech/pieces.ts';
import { postToJudge, type JudgeWay } from './post-judge.ts';
import { httpSpeech } from './speech/http-speech.ts';
import { moderationSpeech } from './speech/moderation-speech.ts';
import { presidioSpeech } from './speech/presidio-speech.ts';
import type { JudgeCall, Speech } from './speech/speech.ts';

/** Whom to ask. */
export interface JudgeOf {
  /** Whose guardrail it is; undefined: the platform's. */
  readonly organization: string | undefined;
  /** The same object for as long as the guardrail does not change. */
  readonly terms: JudgeTerms;
  readonly token: string | undefined;
}

/** What to ask about. */
export interface JudgeQuestion extends Pick<JudgeCall, 'stage' | 'model' | 'metadata'> {
  readonly texts: readonly string[];
}

/** A judge is asked no more often about the texts of one request, which bounds them at about a megabyte. */
const MOST_CALLS = 16;
/** Of them at a time. */
const AT_A_TIME = 4;

const SPEECHES: Readonly<Record<JudgeTerms['type'], Speech>> = {
  http: httpSpeech,
  openai_moderation: moderationSpeech,
  presidio: presidioSpeech,
};

/** Asks the judges of guardrails, over connections that are kept. A judge that does not answer is left alone for a while, so that not every request waits for it. */
export class Judges {
  private readonly platform: Route;
  private readonly tenants: Route;
  private readonly circuits = new WeakMap<JudgeTerms, Circuit>();
  private readonly needs: JudgesNeeds;

  constructor(needs: JudgesNeeds) {
    this.needs = needs;
    this.platform = routeOf(addressGuard(needs.egress.platform));
    this.tenants = routeOf(addressGuard(needs.egress.tenants));
  }

  /** What a judge says of texts. It takes `timeoutMs` at most, whatever there is to ask. Rejects where `signal` says that nobody wants to know any more. */
  async ask(judge: JudgeOf, question: JudgeQuestion, signal?: AbortSignal): Promise<Judged> {
    const { terms, token } = judge;
    const isWithout = terms.credential === 'set' && token === undefined;
    if (terms.credential === 'missing' || isWithout) return { fault: 'no_credential' };
    const calls = callsOf(question.texts);
    if (calls.length === 0) return NOTHING_FOUND;
    if (calls.length > MOST_CALLS) return { fault: 'too_long' };
    const circuit = this.circuitOf(terms);
    if (!circuit.isPassable) return { fault: 'unreachable' };
    const time = AbortSignal.timeout(terms.timeoutMs);
    const way = {
      ...(judge.organization === undefined ? this.platform : this.tenants),
      ...{ url: terms.url, token },
      signal: signal ? AbortSignal.any([signal, time]) : time,
    };
    return await throughCircuit(circuit, () => new Asking(way, judge, question).all(calls));
  }

  /** Cuts every connection. */
  async close(): Promise<void> {
    await Promise.all([this.platform.dispatcher.destroy(), this.tenants.dispatcher.destroy()]);
  }

  private circuitOf(terms: JudgeTerms): Circuit {
    const known = this.circuits.get(terms);
    if (known) return known;
    const { clock, random } = this.needs;
    const made = new Circuit({ clock, random });
    this.circuits.set(terms, made);
    return made;
  }
}

export interface JudgesNeeds {
  /** Where judges may stand, by whose they are. */
  readonly egress: ProviderEgress;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly random: () => number;
}

interface Route {
  readonly guard: AddressGuard;
  readonly dispatcher: Agent;
}

const routeOf = (guard: AddressGuard): Route => ({ guard, dispatcher: guardedAgent(guard) });

/** Lets the circuit know how it went. What is too long says nothing of the judge. */
async function throughCircuit(circuit: Circuit, ask: () => Promise<Judged>): Promise<Judged> {
  const era = circuit.begin();
  let judged: Judged | undefined;
  try {
    judged = await ask();
    return judged;
  } finally {
    if (!judged || ('fault' in judged && judged.fault === 'too_long')) circuit.dropped(era);
    else if ('fault' in judged) circuit.failed(era);
    else circuit.answered(era);
  }
}

/** The calls about the texts of one request. */
class Asking {
  private readonly way: JudgeWay;
  private readonly speech: Speech;
  private readonly rest: Omit<JudgeCall, 'pieces'>;
  private left = MOST_CALLS;

  constructor(way: JudgeWay, { terms }: JudgeOf, { stage, model, metadata }: JudgeQuestion) {
    this.way = way;
    this.speech = SPEECHES[terms.type];
    this.rest = { stage, model, metadata, terms };
  }

  /** Asks about all of them, a few at a time; the first fault ends it. */
  async all(calls: readonly (readonly Piece[])[]): Promise<Judged> {
    const judgements = [];
    for (let at = 0; at < calls.length; at += AT_A_TIME) {
      const some = calls.slice(at, at + AT_A_TIME).map((pieces) => this.one(pieces));
      for (const judged of await Promise.all(some)) {
        if ('fault' in judged) return judged;
        judgements.push(judged);
      }
    }
    return allOf(judgements);
  }

  private async one(pieces: readonly Piece[]): Promise<Judged> {
    if (this.left === 0) return failed('too_long');
    this.left -= 1;
    const call = { ...this.rest, pieces };
    const answer = await postToJudge(this.way, this.speech.ask(call));
    if ('fault' in answer) return answer;
    const judgement = this.speech.read(answer.json, call);
    if (judgement === undefined) return failed('bad_answer');
    return judgement === 'apart' ? await this.apart(pieces) : judgement;
  }

  /** Asks about each piece by itself. A judge that then finds nothing contradicts itself. */
  private async apart(pieces: readonly Piece[]): Promise<Judged> {
    const judged = await this.all(pieces.map((piece) => [piece]));
    if ('fault' in judged || judged.findings.length > 0) return judged;
    return failed('bad_answer');
  }
}

const failed = (fault: JudgeFault): Judged => ({ fault });
