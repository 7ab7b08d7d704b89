import { expect, it } from 'vitest';
import { controlPlane, custom, model, policy } from './objects.ts';
import { type ContractOptions, topic } from './suite.ts';

const NOT_CHECKED =
  '<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';

/** What is refused, in which words. */
export function validationContract(options: ContractOptions): void {
  topic('validation', options, (shared) => {
    const post = (plural: string, body: object, query: Record<string, string> = {}) =>
      shared().client.post(custom(shared().namespace, plural), body, { dryRun: 'All', ...query });
    const reasonsFor = async (plural: string, body: object) => {
      const answer = await post(plural, body);
      expect(answer.status, answer.text).toBe(422);
      expect(answer.body).toMatchObject({ kind: 'Status', reason: 'Invalid', code: 422 });
      const causes = answer.body.details.causes;
      return causes.map(({ field, message }) => `${field}: ${message}`);
    };

    it('names every field of a wrong type or value at once', async () => {
      const { status, body } = await post(
        'routingpolicies',
        policy('x', { spec: { action: 'x', priority: 'high' } }),
      );
      expect(status).toBe(422);
      expect(body.message).toMatch(/^RoutingPolicy\.aicp\.dev "x" is invalid: \[/);
      expect(body.details).toMatchObject({ name: 'x', group: 'aicp.dev', kind: 'RoutingPolicy' });
      expect(new Set(body.details.causes.map(({ reason, field }) => `${reason} ${field}`))).toEqual(
        new Set([
          'FieldValueTypeInvalid spec.priority',
          'FieldValueNotSupported spec.action',
          'FieldValueInvalid <nil>',
        ]),
      );
      expect(body.message).toContain(
        'spec.priority: Invalid value: "string": spec.priority in body must be of type integer: "string"',
      );
      expect(body.message).toContain(
        'spec.action: Unsupported value: "x": supported values: "permit", "deny", "prefer"',
      );
    });

    it.each<[string, object, string]>([
      ['a missing field', { modelId: undefined }, 'spec.modelId: Required value'],
      [
        'a short text',
        { modelId: '' },
        'spec.modelId: Invalid value: "": spec.modelId in body should be at least 1 chars long',
      ],
      [
        'a long text',
        { modelId: 'x'.repeat(201) },
        'spec.modelId: Too long: may not be more than 200 bytes',
      ],
      [
        'a text that does not match',
        { provider: 'A_' },
        'spec.provider: Invalid value: "A_": spec.provider in body should match \'^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$\'',
      ],
      [
        'a small number',
        { weight: -1 },
        'spec.weight: Invalid value: -1: spec.weight in body should be greater than or equal to 0',
      ],
      [
        'a large number',
        { weight: 1_000_001 },
        'spec.weight: Invalid value: 1000001: spec.weight in body should be less than or equal to 1000000',
      ],
      [
        'a fraction',
        { weight: 1.5 },
        'spec.weight: Invalid value: "float64": spec.weight in body must be of type int64: "float64"',
      ],
      [
        'a float for an int-or-string',
        { inputPricePerMillion: 0.5 },
        'spec.inputPricePerMillion: Invalid value: "number": spec.inputPricePerMillion in body must be of type integer,string: "number"',
      ],
      [
        'a list that is none',
        { tags: 'x' },
        'spec.tags: Invalid value: "string": spec.tags in body must be of type array: "string"',
      ],
      [
        'an item of a wrong type',
        { tags: ['a', 5] },
        'spec.tags[1]: Invalid value: "integer": spec.tags[1] in body must be of type string: "integer"',
      ],
      [
        'an item that is null',
        { tags: [null] },
        'spec.tags[0]: Invalid value: "null": spec.tags[0] in body must be of type string: "null"',
      ],
      [
        'too many items',
        { aliases: Array.from({ length: 33 }, (_, i) => `a${i}`) },
        'spec.aliases: Too many: 33: must have at most 32 items',
      ],
      [
        'a flag that is a text',
        { isActive: 'true' },
        'spec.isActive: Invalid value: "string": spec.isActive in body must be of type boolean: "string"',
      ],
    ])('refuses %s', async (_, spec, expected) => {
      expect(await reasonsFor('models', model('m', { spec }))).toContain(expected);
    });

    it('refuses an object without a spec', async () => {
      const { spec: _, ...rest } = policy('bare');
      expect(await reasonsFor('routingpolicies', rest)).toEqual([
        'spec: Required value',
        NOT_CHECKED,
      ]);
    });

    it('checks rules once the structure is right, and names the field that the rule stands on', async () => {
      const both = policy('x', { spec: { policyType: 'fallback' } });
      expect(await reasonsFor('routingpolicies', both)).toEqual([
        'spec: Invalid value: set either action (with condition and targetModels) or policyType (with config)',
        'spec.config: Invalid value: policyType and config go together',
        'spec: Invalid value: with policyType, condition and targetModels stand in config',
        'spec.config: Invalid value: policyType fallback needs config.model and config.fallbacks',
      ]);
      const repeated = model('m', { spec: { aliases: ['m'] } });
      const { body } = await post('models', repeated);
      expect(body.message).toBe(
        'Model.aicp.dev "m" is invalid: spec.aliases: Invalid value: aliases must not repeat modelId',
      );
    });

    it.each<[string, object, string]>([
      ['too short', { displayName: '' }, 'spec.displayName in body should be at least 1 chars'],
      ['no match', { provider: 'A_' }, 'spec.provider in body should match'],
      ['too small', { weight: -1 }, 'spec.weight in body should be greater than or equal to 0'],
      ['no price', { inputPricePerMillion: 'x' }, 'spec.inputPricePerMillion in body should match'],
    ])('checks rules even where a value is %s', async (_, spec, expected) => {
      const reasons = await reasonsFor('models', model('m', { spec: { ...spec, aliases: ['m'] } }));
      expect(reasons).toEqual([
        expect.stringContaining(expected),
        'spec.aliases: Invalid value: aliases must not repeat modelId',
      ]);
    });

    it('checks no rule where a text is too long', async () => {
      const spec = { displayName: 'x'.repeat(201), aliases: ['m'] };
      expect(await reasonsFor('models', model('m', { spec }))).toEqual([
        'spec.displayName: Too long: may not be more than 200 bytes',
        NOT_CHECKED,
      ]);
    });

    it('knows one name for a kind that there is once', async () => {
      const { body } = await post('controlplanes', controlPlane('other'));
      expect(body.message).toBe(
        'ControlPlane.aicp.dev "other" is invalid: <nil>: Invalid value: there is one ControlPlane, and its name is default: edit that one',
      );
      expect((await post('controlplanes', controlPlane('default'))).status).toBe(201);
    });

    it('refuses bad names, labels, annotations, finalizers and owners', async () => {
      const metadata = {
        labels: { 'a b': 'c', ok: 'not ok!' },
        annotations: { 'q w': 'x' },
        finalizers: ['not ok'],
        ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'c', uid: '' }],
      };
      const reasons = await reasonsFor('routingpolicies', policy('Bad_Name', { metadata }));
      const fields = reasons.map((reason) => reason.split(':')[0]);
      expect(new Set(fields)).toEqual(
        new Set([
          'metadata.name',
          'metadata.labels',
          'metadata.annotations',
          'metadata.finalizers',
          'metadata.ownerReferences.uid',
        ]),
      );
      expect(reasons[0]).toContain('a lowercase RFC 1123 subdomain must consist of lower case');
    });

    it('asks for a name where there is none', async () => {
      const { spec, apiVersion, kind } = policy('x');
      const reasons = await reasonsFor('routingpolicies', { apiVersion, kind, metadata: {}, spec });
      expect(reasons).toContain('metadata.name: Required value: name or generateName is required');
    });

    it('refuses metadata of a wrong type with 400', async () => {
      const { status, body } = await post(
        'routingpolicies',
        policy('x', { metadata: { labels: { a: 5 } } }),
      );
      expect(status).toBe(400);
      expect(body.message).toBe(
        'RoutingPolicy in version "v1alpha1" cannot be handled as a RoutingPolicy: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
      );
    });

    it('drops unknown fields with a warning, in silence or with an error, as it is asked', async () => {
      const object = {
        ...policy('x', { metadata: { foo: 1 }, spec: { bogus: 1, config: undefined } }),
        status: { what: 1 },
      };
      const warned = await post('routingpolicies', object);
      expect(warned.status).toBe(201);
      expect(warned.body.spec).not.toHaveProperty('bogus');
      expect(warned.warnings).toEqual([
        'unknown field "metadata.foo"',
        'unknown field "spec.bogus"',
        'unknown field "status.what"',
      ]);
      const silent = await post('routingpolicies', object, { fieldValidation: 'Ignore' });
      expect(silent.status).toBe(201);
      expect(silent.warnings).toEqual([]);
      const strict = await post('routingpolicies', object, { fieldValidation: 'Strict' });
      expect(strict.status).toBe(400);
      expect(strict.body.message).toBe(
        'RoutingPolicy in version "v1alpha1" cannot be handled as a RoutingPolicy: strict decoding error: unknown field "metadata.foo", unknown field "spec.bogus", unknown field "status.what"',
      );
    });

    it('finds fields that stand twice', async () => {
      const { client, namespace } = shared();
      const body = JSON.stringify(policy('x')).replace(
        '"action":"permit"',
        '"action":"permit","action":"deny"',
      );
      const call = (fieldValidation: string) =>
        client.call('POST', custom(namespace, 'routingpolicies'), {
          body,
          query: { dryRun: 'All', fieldValidation },
        });
      expect((await call('Warn')).warnings).toEqual(['duplicate field "spec.action"']);
      const strict = await call('Strict');
      expect(strict.status).toBe(400);
      expect(strict.body.message).toContain('strict decoding error: duplicate field "spec.action"');
    });

    it('takes null for absent, and fills defaults in at every level', async () => {
      const object = controlPlane('default', {
        spec: { displayName: null, timeZone: null, retention: { auditDays: 7 }, features: {} },
      });
      const { status, body } = await post('controlplanes', object);
      expect(status).toBe(201);
      expect(body.spec).not.toHaveProperty('displayName');
      expect(body.spec).toMatchObject({
        timeZone: 'UTC',
        retention: { auditDays: 7, usageDays: 400, decisionDays: 7 },
        features: { routingPolicies: true, maintenanceMode: false },
      });
    });

    it('stores an int-or-string as it was written', async () => {
      const spec = { inputPricePerMillion: 3, outputPricePerMillion: '0.25' };
      const { body } = await post('models', model('m', { spec }));
      expect(body.spec).toMatchObject(spec);
    });
  });
}
