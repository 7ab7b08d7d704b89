import { expect, it } from 'vitest';
import { custom, policy } from './objects.ts';
import { type ContractOptions, kubectlTopic } from './suite.ts';

/** What stock kubectl is told before, and instead of, a write. */
export function kubectlCheckContract(options: ContractOptions): void {
  kubectlTopic('kubectl, checking', options, (shared, kubectl) => {
    it('is strict about fields that it does not know, and names all that is wrong at once', async () => {
      const unknown = await kubectl().file('strict', policy('strict', { spec: { bogus: 1 } }));
      for (const verb of ['apply', 'create']) {
        const complaint = await kubectl().complain(verb, '-f', unknown);
        expect(complaint).toContain('strict decoding error: unknown field "spec.bogus"');
      }
      const lenient = ['apply', '--validate=warn', '--dry-run=server', '-f', unknown];
      const { code, stderr } = await kubectl().run(lenient);
      expect(code).toBe(0);
      expect(stderr).toContain('Warning: unknown field "spec.bogus"');
      const wrong = policy('strict', { spec: { action: 'shout', priority: 'high' } });
      const complaint = await kubectl().complain(
        'apply',
        '-f',
        await kubectl().file('wrong', wrong),
      );
      expect(complaint).toContain('The RoutingPolicy "strict" is invalid');
      expect(complaint).toContain('* spec.action: Unsupported value: "shout"');
      expect(complaint).toContain('* spec.priority: Invalid value: "string"');
    });

    it('tries without writing', async () => {
      const file = await kubectl().file('dry', policy('dry'));
      expect(await kubectl().say('apply', '--dry-run=server', '-f', file)).toBe(
        'routingpolicy.aicp.dev/dry created (server dry run)',
      );
      expect(
        (await shared().client.get(`${custom(shared().namespace, 'routingpolicies')}/dry`)).status,
      ).toBe(404);
    });

    it('is told how decimals are written, and on what nobody acts', async () => {
      const explain = async (path: string) =>
        (await kubectl().say('explain', path)).replace(/\s+/g, ' ');
      const price = await explain('models.spec.inputPricePerMillion');
      expect(price).toContain(`FIELD: inputPricePerMillion <${options.decimals}>`);
      expect(price).toContain('USD per million input tokens. A decimal number: a whole one as a');
      const fields = await kubectl().say('explain', 'models.spec');
      expect(fields).toMatch(new RegExp(`inputPricePerMillion\t<${options.decimals}>`));
      expect(await explain('apikeys.spec.maxBudget')).toContain('Not acted on by this version.');
      expect(await explain('guardrails')).toContain('no service acts on it');
    });

    it('sees the definitions, and what it may do', async () => {
      expect(await kubectl().say('get', 'crd', 'models.aicp.dev', '-o', 'name')).toBe(
        'customresourcedefinition.apiextensions.k8s.io/models.aicp.dev',
      );
      expect(await kubectl().say('auth', 'can-i', 'delete', 'models')).toBe('yes');
    });
  });
}
