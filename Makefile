# Node 24 comes from node_modules: the machine's own Node (20 or later) only installs it.
SHELL := /bin/bash
NODE_BIN := $(CURDIR)/node_modules/.bin
export PATH := $(NODE_BIN):$(PATH)
.DEFAULT_GOAL := help

.PHONY: help up down logs status test test-kubernetes e2e fuzz clients prove check generate bench chart-test chart-golden screenshots image sbom format clean

help: ## List the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-18s %s\n", $$1, $$2}'

node_modules/.installed: package-lock.json package.json
	@echo "Installing packages (once) ..."
	@npm ci --no-audit --no-fund --no-update-notifier --loglevel=error
	@# The embedded database's first files, so that the first start is quick.
	@node services/common/src/database/pglite/prepare/main.ts
	@# The code that a start compiles: a start that has to compile it keeps 60 MiB more.
	@node local/src/prepare/main.ts
	@touch $@

up: node_modules/.installed ## Start the whole control plane on this machine and print how to use it
	@aicp up --detach $(ARGS)

down: node_modules/.installed ## Stop it; the data stays in .aicp
	@aicp down $(ARGS)

logs: node_modules/.installed ## Follow the logs
	@aicp logs --follow $(ARGS)

status: node_modules/.installed ## Show each service, its address and its readiness
	@aicp status $(ARGS)

test: node_modules/.installed ## Run the whole test suite
	@npm test --silent

test-kubernetes: node_modules/.installed ## Run what needs a real Kubernetes API server; builds one where none is at hand
	@npm run --silent test:kubernetes

e2e: node_modules/.installed ## Install, break, upgrade and uninstall the charts on a cluster whose pods run (by kind, or as root without Docker)
	@npm run --silent e2e

prove: node_modules/.installed ## Run the long proofs in full, of which make test runs a part (long; CONTRIBUTING.md says what they are)
	@AICP_PRINT_FAULTS=1 ROUTING_WORLDS=2200 EXPLAIN_WORLDS=200 AICP_SLOW_READERS=512 AICP_SLOPE_REQUESTS=200000 AICP_SHARED_REQUESTS=2000 AICP_FAILOVERS=1 AICP_EXACT_TIMES=1 AICP_SMALL_DISK_SECONDS=60 AICP_AUDIT_WRITES=250 AICP_EVERY_CALLER=1 AICP_KILLED_REQUESTS=100000 AICP_KILLED_EVENTS=1000 AICP_ALL_RACES=1 AICP_FULL_SIZE=1 \
	  AICP_LEDGER_STORIES=100 SIMULATE_WORLDS=40 AICP_RANDOM_SPECS=60 AICP_RANDOM_HISTORIES=40 AICP_COMPILE_HISTORIES=300 AICP_GUARDED_STREAMS=10000 AICP_LEAK_HUNT=25000 \
	  vitest run test/routing test/loop/processes.test.ts test/up/audit-loss.test.ts test/admin/cross-tenant.test.ts test/money/{kills,races}.test.ts test/events/admin-kills.test.ts \
	  services/gateway/src/end-to-end/{shared-limits,failover,memory-slope,slow-readers,large-requests,hostile-streams,provider-answers,provider-faults,fault-matrix,cache-leaks}.test.ts \
	  services/gateway/src/protocols/openai-chat/guarded-stream.properties.test.ts services/gateway/src/usage/journal/small-disk.test.ts services/ledger/src/ingest/ledger-model.test.ts local/src/kubernetes/serving.test.ts \
	  services/admin/src/audit/{intents/audit-hooks,observations/tenants.properties}.test.ts services/admin/src/chargeback/scale.test.ts \
	  operator/src/compile/{incremental,settled.properties,tenants.properties}.test.ts
	@# Alone: it says how soon all is ready.
	@AICP_EXACT_TIMES=1 vitest run test/up/idle-cost.test.ts
	@node bench/scale/main.ts --bars
	@node bench/outage.ts --bars
	@node bench/budgets.ts --bars
	@node bench/ledger/main.ts --bars
	@node bench/failover.ts --bars
	@node bench/now/simulate.ts --bars
	@node bench/now/requests.ts --bars

fuzz: node_modules/.installed ## Send the admin API all sorts of requests (Schemathesis; needs Python 3, fetches it once)
	@node test/admin/fuzz/main.ts

clients: node_modules/.installed ## Have libraries of Python ask every simulated vendor through a gateway (needs Python 3, fetches them once)
	@node test/clients/main.ts

check: node_modules/.installed ## Types, lint, borders, format, unused code, generated files
	@echo 'check: types'
	@npm run --silent types
	@echo 'check: lint and borders: several minutes'
	@npm run --silent lint
	@echo 'check: format'
	@npm run --silent format:check
	@echo 'check: unused code'
	@npm run --silent unused
	@echo 'check: generated files'
	@npm run --silent generate -- --check

generate: node_modules/.installed ## Write what is made from the schemas and routes: CRDs, field reference, OpenAPI document, typed client
	@npm run --silent generate

bench: node_modules/.installed ## Measure the gateway beside its peers; the last line is JSON
	@npm run --silent bench

chart-test: node_modules/.installed ## Lint, render and validate the Helm charts (fetches Helm and kubeconform once)
	@AICP_REQUIRE_HELM=1 vitest run test/chart

chart-golden: node_modules/.installed ## Write what the charts render now, and the page of their values
	@for values in test/chart/values/*.yaml; do touch test/chart/golden/$$(basename $$values); done; touch docs/reference/helm-values.md
	@AICP_REQUIRE_HELM=1 vitest run test/chart -u

screenshots: node_modules/.installed ## Take the pictures of the console in docs (needs Chromium)
	@node test/console/screenshots/main.ts

IMAGE ?= ai-control-plane
VERSION = $(shell sed -n 's/^appVersion: //p' charts/ai-control-plane/Chart.yaml)
image: ## Build the container image (Docker)
	docker build --build-arg VERSION=$(VERSION) --build-arg REVISION=$$(git rev-parse HEAD) --tag $(IMAGE):$(VERSION) .

sbom: node_modules/.installed ## Write the bill of materials of what the image holds (CycloneDX) to dist/sbom.cdx.json
	@mkdir -p dist
	@# npm calls the whole by the name of the folder that it stands in.
	@npm sbom --sbom-format cyclonedx --sbom-type application --omit dev --workspace images \
	  | sed '0,/"name": "$(notdir $(CURDIR))"/s//"name": "ai-control-plane"/' > dist/sbom.cdx.json
	@echo "dist/sbom.cdx.json"

format: node_modules/.installed ## Format everything with Prettier
	@npm run --silent format

clean: ## Remove installed packages (data in .aicp stays)
	rm -rf node_modules
