// Loaded into every supervised process: when the supervisor is gone, however it went, the process stops as on a signal.
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
});
process.channel?.unref();
