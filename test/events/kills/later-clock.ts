/** Loaded before a program, it has the clock of its machine go ahead, as if time had passed since it was killed. */
const aheadMs = Number(process.env['CLOCK_AHEAD_MS'] ?? 0);
const SystemDate = Date;
const now = (): number => SystemDate.now() + aheadMs;

globalThis.Date = new Proxy(SystemDate, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
  get: (target, name, receiver): unknown =>
    name === 'now' ? now : Reflect.get(target, name, receiver),
});
