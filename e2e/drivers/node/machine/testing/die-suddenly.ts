// Starts a machine with a process, a mount and a control group in it, says where, and waits for its own death.
import { Machine } from '../machine.ts';

const machine = await Machine.start();
const { folder, cgroup, network } = machine;
const script = `
  mkdir -p ${folder}/mounted && mount -t tmpfs tmpfs ${folder}/mounted
  for group in /sys/fs/cgroup/*/${cgroup} /sys/fs/cgroup/${cgroup}; do
    [ ! -d "$group" ] || mkdir -p "$group/pods/pod"
  done
  setsid sleep 3600 < /dev/null > /dev/null 2>&1 &
  readlink /proc/self/ns/pid`;
const { stdout } = await machine.run(['bash', '-ec', script]);
const said = { folder, cgroup, link: network.link, processes: stdout.trim() };
process.stdout.write(`${JSON.stringify(said)}\n`);
