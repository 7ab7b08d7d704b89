import { describe, expect, it } from 'vitest';
import { statusFor, storedStatus } from '../../control/status.ts';
import { controlPlane, model, object, provider } from '../../testing/builders.ts';
import { compiled, verdictOn } from '../../testing/compiled.ts';

const PRICED = { inputPricePerMillion: 1, outputPricePerMillion: 2 };
const sim = provider('sim');
const saidOf = (name: string, ...objects: Parameters<typeof compiled>[0]) =>
  verdictOn(compiled(objects), name).remarked;

describe('the condition PricesKnown', () => {
  it('of a model says whether it has a price, and what to do', () => {
    expect(saidOf('m', sim, model('m', PRICED))).toMatchObject({ holds: true, reason: 'Priced' });
    expect(saidOf('m', sim, model('m'))).toEqual({
      type: 'PricesKnown',
      holds: false,
      reason: 'Unpriced',
      message:
        'no price is known: set inputPricePerMillion and outputPricePerMillion of the Model, or write a PriceCatalog',
    });
    const half = model('m', { inputPricePerMillion: 1 });
    expect(saidOf('m', sim, half)?.message).toMatch(/^no price of its output is known/);
    expect(saidOf('m', sim, model('m', { ...PRICED, isActive: false }))).toBeUndefined();
  });

  it('of a model that speaks and hears says of which it has no price', () => {
    const heard = { mode: 'audio', perMinutePrice: '0.006' };
    expect(saidOf('m', sim, model('m', heard))).toMatchObject({
      ...{ holds: false, reason: 'Unpriced' },
      message:
        'no price of what it speaks is known: set characterPricePerMillion of the Model, or mode to transcription where it does not speak',
    });
    const spoken = { mode: 'audio', characterPricePerMillion: 15 };
    expect(saidOf('m', sim, model('m', spoken))?.message).toMatch(/set perMinutePrice .* speech/);
    expect(saidOf('m', sim, model('m', { ...heard, ...spoken }))?.holds).toBe(true);
    expect(saidOf('m', sim, model('m', { ...heard, mode: 'transcription' }))?.holds).toBe(true);
  });

  it('of a model whose price begins some day says so', () => {
    const entry = { model: 'm', effectiveFrom: '2027-01-01', ...PRICED };
    const catalog = (written?: string) =>
      object('PriceCatalog', 'c', { prices: [entry] }, written === undefined ? {} : { written });
    const before = saidOf('m', sim, model('m'), catalog('2026-12-31T00:00:00Z'));
    expect(before?.holds).toBe(false);
    expect(before?.message).toMatch(/^before 2027-01-01T00:00:00.000Z no price is known/);
    expect(saidOf('m', sim, model('m'), catalog())?.holds).toBe(false);
    const ends = { ...entry, effectiveUntil: '2027-02-01' };
    const ending = object('PriceCatalog', 'c', { prices: [ends] });
    expect(saidOf('m', sim, model('m'), ending)?.message).toMatch(/^for some of the time no price/);
  });

  it('is True of a model whose price had begun when it was written, or before the model was there', () => {
    const entry = { model: 'm', effectiveFrom: '2026-03-01', ...PRICED };
    const catalog = object(
      'PriceCatalog',
      'c',
      { prices: [entry] },
      { written: '2026-03-02T00:00:00Z' },
    );
    expect(saidOf('m', sim, model('m'), catalog)?.holds).toBe(true);
    const old = object('PriceCatalog', 'c', {
      prices: [{ ...entry, effectiveFrom: '2025-03-01' }],
    });
    expect(saidOf('m', sim, model('m'), old)?.holds).toBe(true);
  });

  it('is False of a model with a price for images alone', () => {
    expect(saidOf('m', sim, model('m', { perImagePrice: 1 }))?.holds).toBe(false);
  });

  it('of the ControlPlane names the models that have none, a few and then how many', () => {
    const names = Array.from({ length: 12 }, (_, index) => `m${index + 10}`);
    const models = names.map((name) => model(name));
    expect(saidOf('default', sim, controlPlane(), ...models)?.message).toBe(
      `12 models have no price: ${names.slice(0, 10).join(', ')} and 2 more; their conditions say what to do`,
    );
    expect(saidOf('default', sim, controlPlane(), model('m', PRICED))).toMatchObject({
      holds: true,
      message: 'every model has a price',
    });
  });

  it('stands in the status, and says nothing in Accepted', () => {
    const verdict = verdictOn(compiled([sim, model('m')]), 'm');
    const programmed = { reason: 'Programmed', message: 'all' } as const;
    const { conditions } = statusFor({
      verdict,
      programmed,
      before: storedStatus(undefined),
      now: '2026-01-01T00:00:00Z',
    });
    const said = conditions.map(({ type, status }) => `${type}=${status}`);
    expect(said).toContain('PricesKnown=False');
    expect(said).toContain('Accepted=True');
    expect(conditions[0]?.message).toBe('valid, and everything it refers to exists');
    expect(storedStatus({ conditions }).conditions).toHaveLength(conditions.length);
  });
});
