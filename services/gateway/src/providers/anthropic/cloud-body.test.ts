import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cloudBody } from './cloud-body.ts';

const manner = { version: 'of-the-cloud', without: ['model', 'stream'] };

it('leaves out what the address says, names the version, and keeps the bytes of all else', () => {
  const body = Buffer.from(
    '{ "model":"m", "max_tokens" : 1e2,"odd":[1.0, {"model":"x"}], "stream":true,"anthropic_version":"v" }',
  );
  expect(cloudBody(body, manner).toString()).toBe(
    '{"anthropic_version":"of-the-cloud","max_tokens" : 1e2,"odd":[1.0, {"model":"x"}]}',
  );
  expect(cloudBody(Buffer.from('{"mod\\u0065l":"m","a":1}'), manner).toString()).toBe(
    '{"anthropic_version":"of-the-cloud","a":1}',
  );
});

it('is the same request, whatever it holds', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (members) => {
      const { model: _model, stream: _stream, anthropic_beta: _betas, ...others } = members;
      const written = cloudBody(Buffer.from(JSON.stringify(members)), manner);
      const expected = { ...others, anthropic_version: 'of-the-cloud' };
      expect(JSON.parse(written.toString())).toEqual(JSON.parse(JSON.stringify(expected)));
    }),
  );
});

it('has betas where the cloud wants them in the body', () => {
  const body = Buffer.from('{"anthropic_beta":["old"],"a":1}');
  const written = cloudBody(body, { ...manner, betas: ['new'] }).toString();
  expect(written).toBe('{"anthropic_version":"of-the-cloud","anthropic_beta":["new"],"a":1}');
  expect(cloudBody(body, manner).toString()).toBe('{"anthropic_version":"of-the-cloud","a":1}');
});
