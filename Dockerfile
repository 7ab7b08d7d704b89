# One image for every service; the first argument picks the program (images/main.ts). Pin the base by digest in a release:
#   docker build --build-arg NODE_IMAGE=node:24-slim@sha256:... --build-arg VERSION=0.1.0 --build-arg REVISION=$(git rev-parse HEAD) .
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS assembled
WORKDIR /source
COPY . .
RUN images/assemble.sh /app

FROM ${NODE_IMAGE}
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="ai-control-plane" \
      org.opencontainers.image.description="Operator, gateway and admin service of the AI control plane" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# Nothing is installed or compiled in a running container.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* /usr/local/bin/yarn*
ENV NODE_ENV=production
COPY --from=assembled /app /app
WORKDIR /app
USER 65532:65532
HEALTHCHECK NONE
ENTRYPOINT ["node", "/app/images/main.ts"]
