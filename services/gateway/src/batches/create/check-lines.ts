import type { Refusal } from '../../pipeline/exchange/refusal.ts';
import { isBadRequest, type ProtocolRequest } from '../../protocols/protocol.ts';
import type { RuntimeModel } from '../../routing/runtime.ts';
import { atLine, type BatchLine } from './batch-lines.ts';
import type { InnerAnswer } from '../../client/inner-response.ts';
import { refusalIn } from './refusal-in.ts';
import { passLine, type LinesOf } from './line-passage.ts';
import { oneDraw } from './one-draw.ts';

/** The requests of a batch as they may be sent, all to one model. */
export interface CheckedLines {
  readonly model: RuntimeModel;
  readonly inputs: readonly ProtocolRequest[];
  /** The file as its provider is to read it. */
  readonly content: Buffer;
}

/** So many are looked at before other requests get their turn. */
const AT_ONCE = 50;

/** Looks at every request of a batch as if it came by itself, but for the draw of its model, which is one for all; the first that may not be sent refuses the batch. `signal`: aborts where nobody waits. */
export async function checkLines(
  of: LinesOf,
  lines: readonly BatchLine[],
  { url, signal }: { readonly url: string; readonly signal: AbortSignal },
): Promise<CheckedLines | Refusal> {
  const inputs: ProtocolRequest[] = [];
  const written: string[] = [];
  const gatewayOfNext = oneDraw(of.gateway);
  let model: RuntimeModel | undefined;
  for (const line of lines) {
    const checked = await checkLine({ ...of, gateway: gatewayOfNext() }, line);
    if ('status' in checked) return checked;
    model ??= checked.model;
    const why = whyApart(checked, { model, input: inputs[0] ?? checked.input });
    if (why !== undefined) return atLine(line.number, why);
    inputs.push(checked.input);
    const body = checked.input.bodyFor(model.upstreamModel).toString();
    const id = JSON.stringify(line.customId);
    written.push(`{"custom_id":${id},"method":"POST","url":"${url}","body":${body}}\n`);
    if (inputs.length % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
    if (signal.aborted) break;
  }
  if (!model) return atLine(1, 'it is missing.');
  return { model, inputs, content: Buffer.from(written.join('')) };
}

interface CheckedLine {
  readonly input: ProtocolRequest;
  readonly model: RuntimeModel;
}

/** Why a request may not be in one batch with the first one; undefined where it may. */
function whyApart({ input, model }: CheckedLine, first: CheckedLine): string | undefined {
  if (model !== first.model || input.model !== first.input.model)
    return 'all requests of a batch are to one model.';
  return input.user === first.input.user
    ? undefined
    : 'all requests of a batch name the same user, or none.';
}

async function checkLine(of: LinesOf, { number, body }: BatchLine): Promise<CheckedLine | Refusal> {
  const read = of.protocol.read(body);
  if (isBadRequest(read)) return atLine(number, read.message);
  const why = read.stream ? '"stream" is not for batches.' : whyHeld(read);
  if (why !== undefined) return atLine(number, why);
  const passed = await passLine(of, read);
  if ('status' in passed) return refusalAt(number, passed);
  const { input, candidates } = passed;
  const model = candidates.find(({ provider }) => provider.unusable === undefined);
  return model ? { input, model } : atLine(number, 'the provider of its model is not usable.');
}

/** What lives at providers has ids that are another account's, or other people's. */
function whyHeld({ holding }: ProtocolRequest): string | undefined {
  if (!holding) return undefined;
  if (holding.refers.length > 0) return 'requests of batches name no files and no responses.';
  if (holding.goesOn === true) return '"background" is not for batches.';
  return holding.keepsAs === undefined ? undefined : '"store" is not for batches.';
}

/** Why a line is refused, with its number. */
function refusalAt(number: number, answer: InnerAnswer): Refusal {
  const { message, ...refusal } = refusalIn(answer);
  return { ...refusal, param: 'input_file_id', message: `Line ${number}: ${message}` };
}
