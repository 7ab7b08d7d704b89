import { describe, it } from 'vitest';
import { TestCluster } from '../../testing/cluster.ts';

const PRICED = { inputPricePerMillion: 1, outputPricePerMillion: 2 };
const fast = { modelId: 'fast', provider: 'sim' };
const ALL = 'True Priced: every model has a price';
const namely = (name: string): string =>
  `False Unpriced: 1 model has no price: ${name}; their conditions say what to do`;

describe('the condition PricesKnown, while its own object stays as it is', () => {
  const said = async (
    cluster: TestCluster,
    text: string,
    kind = 'ControlPlane',
    name = 'default',
  ) => await cluster.untilCondition(kind, name, 'PricesKnown', text);

  it('of the ControlPlane follows models that come, change and go', async () => {
    const cluster = new TestCluster();
    const operator = await cluster.operator();
    cluster.replica('gateway-0', operator.url);
    cluster.put('Provider', 'sim', { type: 'simulated' });
    cluster.put('Model', 'fast', { ...fast, ...PRICED });
    await said(cluster, ALL);
    cluster.put('Model', 'new', { modelId: 'new', provider: 'sim' });
    await said(cluster, namely('new'));
    await cluster.remove('Model', 'new');
    await said(cluster, ALL);
    cluster.put('Model', 'fast', fast);
    await said(cluster, namely('fast'));
    cluster.put('Model', 'fast', { ...fast, ...PRICED });
    await said(cluster, ALL);
  });

  it('follows a PriceCatalog, also of a Model', async () => {
    const cluster = new TestCluster();
    const operator = await cluster.operator();
    cluster.replica('gateway-0', operator.url);
    cluster.put('Provider', 'sim', { type: 'simulated' });
    cluster.put('Model', 'fast', fast);
    await said(cluster, namely('fast'));
    cluster.put('PriceCatalog', 'c', { prices: [{ model: 'fast', ...PRICED }] });
    await said(cluster, ALL);
    await said(cluster, 'True', 'Model', 'fast');
    await cluster.remove('PriceCatalog', 'c');
    await said(cluster, namely('fast'));
    await said(cluster, 'False', 'Model', 'fast');
  });
});
