#!/usr/bin/env bash
# Holds a machine (see machine.ts) and clears up after it: keep.sh STATE CGROUP. Ends when its standard input does, whatever ended the process
# on the other side. Then the first process in the namespaces dies, the kernel kills all others and drops mounts and links with them.
set -u
trap '' HUP INT TERM
state=$1 cgroup=$2
mapfile -t hierarchies < <(awk '$3 ~ /^cgroup2?$/ { print $2 }' /proc/mounts)

for hierarchy in "${hierarchies[@]}"; do
  mkdir -p "$hierarchy/$cgroup"
  for file in cpuset.cpus cpuset.mems; do # Without these no process can enter a cpuset.
    [ ! -f "$hierarchy/$file" ] || cat "$hierarchy/$file" >"$hierarchy/$cgroup/$file"
  done
done

unshare --mount --pid --net --uts --ipc --fork --kill-child bash "$(dirname "$0")/first-process.sh" "$state"

clear_up() {
  for hierarchy in "${hierarchies[@]}"; do
    [ ! -d "$hierarchy/$cgroup" ] || find "$hierarchy/$cgroup" -depth -type d -exec rmdir {} + || return
  done
  rm -rf -- "$state"
}
# What ran outside the namespaces may take a moment longer to die, and still write.
for _ in 1 2 3 4 5; do
  clear_up && break
  sleep 1
done
