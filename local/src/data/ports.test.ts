import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { portsFor, PortTaken, requireFreePorts } from './ports.ts';

it('adds the offset to every port', () => {
  expect(portsFor(100)).toMatchObject({ gateway: 4100, kubernetes: 16543 });
});

it('names the port, what it is for and who holds it', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const wanted = { ...portsFor(0), gateway: port };
  const refused = await requireFreePorts(wanted).catch((error: unknown) => error);
  await new Promise((resolve) => server.close(resolve));
  expect(refused).toBeInstanceOf(PortTaken);
  expect((refused as PortTaken).pid).toBe(process.pid);
  expect((refused as PortTaken).message).toContain(
    `port ${port} (gateway) is taken by process ${process.pid}`,
  );
});
