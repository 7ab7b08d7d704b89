import { it } from 'vitest';
import { TestCluster } from '../../testing/cluster.ts';

const PATH = 'cache.semantic.model';
const settings = (model: string) => ({
  features: { semanticCache: true },
  cache: { semantic: { model } },
});

it('says of the model that tells how alike texts are whether it is there and makes embeddings', async () => {
  const cluster = new TestCluster();
  const operator = await cluster.operator();
  cluster.replica('gateway-0', operator.url);
  cluster.put('Provider', 'sim', { type: 'simulated' });
  cluster.put('ControlPlane', 'default', settings('embed'));
  const accepted = async (text: string) =>
    await cluster.untilCondition('ControlPlane', 'default', 'Accepted', text);
  await accepted(`False ReferenceNotFound: ${PATH}: "embed" does not exist`);
  cluster.put('Model', 'embed', { modelId: 'embed', provider: 'sim' });
  await accepted(`False Invalid: ${PATH}: "embed" makes no embeddings`);
  cluster.put('Model', 'embed', { modelId: 'embed', provider: 'sim', mode: 'embedding' });
  await accepted('True Accepted');
  await cluster.untilCondition('ControlPlane', 'default', 'Enforced', 'True');
});
