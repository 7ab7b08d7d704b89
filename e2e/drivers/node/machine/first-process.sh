#!/usr/bin/env bash
# Process 1 of a machine: first-process.sh STATE. Says its own number, as others see it, in STATE/pid once all is in place.
set -eu
state=$1
read -r pid _ </proc/self/stat # The outer /proc still.
mount --make-rshared /
mount -t proc proc /proc
# What containerd, CNI and the kubelet write outside their own folders stays in here.
mount -t tmpfs -o mode=755 tmpfs /run
mkdir /run/netns
mount --bind "$state/lib" /var/lib
mount --bind "$state/log" /var/log
# The kubelet sets these for the whole system, so it is shown that they are set already.
fake() { printf '%s\n' "$2" >"$state/sysctl/${1//\//.}" && mount --bind "$state/sysctl/${1//\//.}" "/proc/sys/$1"; }
fake vm/overcommit_memory 1
fake vm/panic_on_oom 0
fake kernel/panic 10
fake kernel/panic_on_oops 1
fake kernel/keys/root_maxkeys 1000000
fake kernel/keys/root_maxbytes 25000000
ip link set lo up
hostname node1
echo "$pid" >"$state/pid.new"
mv "$state/pid.new" "$state/pid"
while read -r _; do :; done
