#!/usr/bin/env bash
# Puts together what the image holds: the sources of every service as they are (Node runs them), and the packages that they need at run
# time. The Dockerfile uses it, and so does whoever makes an image without Docker: assemble.sh DESTINATION, an empty or absent folder.
set -euo pipefail
umask 022
mkdir -p "${1:?the destination is needed}"
destination=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."

sources=(crds operator services/* images)

# npm wants to see the manifest of every workspace that the lock file knows.
mapfile -t workspaces < <(node -p 'require("./package.json").workspaces.join("\n")')
for manifest in package.json package-lock.json .npmrc "${workspaces[@]/%//package.json}"; do
  install -D -m 0644 "$manifest" "$destination/$manifest"
done
(cd "$destination" && npm ci --omit=dev --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error --workspace=images)

# The console, built. What it is built with stays behind: in a checkout its packages are at hand, elsewhere (in the Dockerfile) they are installed in the sources, which no
# image holds.
if [[ ! -d node_modules ]]; then
  npm ci --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error --workspace=console
fi
PATH="$PWD/node_modules/.bin:$PATH" node console/build/main.ts --out "$destination/built/dist"

# What only compilers and debuggers read. Licences stay.
find "$destination/node_modules" -type f \
  \( -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.map' -o -name '*.tsbuildinfo' \) -delete
rm -rf "$destination/node_modules/@types" "$destination/node_modules/.bin" "$destination/node_modules/.package-lock.json"

# Of what is generated, the types of the API are read by compilers alone; the lists of kinds are read by the programs.
for source in "${sources[@]}"; do
  find "$source" -name '*.ts' -not -name '*.test.ts' -not -path '*/testing/*' -not -path '*/generate/*' -not -path 'crds/src/generated/*' -not -path '*/client/generated/*' -not -path '*/node_modules/*' \
    -exec cp --parents --no-preserve=mode -t "$destination" {} +
done

for workspace in "${workspaces[@]}"; do
  [[ " ${sources[*]} " == *" $workspace "* ]] || rm -rf "${destination:?}/$workspace"
done
mkdir -p "$destination/console"
mv "$destination/built/dist" "$destination/console/dist"
rm -f "$destination/package-lock.json" "$destination/.npmrc" "$destination/console/dist/.build.json"
find "$destination" -type d -empty -delete
