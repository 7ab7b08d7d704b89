package main

import (
	"context"
	"time"

	"github.com/argoproj/argo-cd/v3/common"
	"github.com/argoproj/gitops-engine/pkg/diff"
	"github.com/argoproj/gitops-engine/pkg/health"
	"github.com/argoproj/gitops-engine/pkg/sync"
	synccommon "github.com/argoproj/gitops-engine/pkg/sync/common"
	"github.com/go-logr/logr"
)

type change struct {
	Object string `json:"object"`
	Action string `json:"action"`
	// In the words of the API server or the engine.
	Message string `json:"message"`
}

type synced struct {
	Changes []change `json:"changes"`
	// The worst of what the objects say.
	Health  string    `json:"health"`
	Objects []verdict `json:"objects"`
}

// sync applies the folder, removes what is no longer in it and waits until all is healthy or something is degraded.
func (c *cluster) sync(ctx context.Context) (*synced, error) {
	results, err := c.engine.Sync(ctx, c.targets, c.isManaged, "revision", c.opts.namespace,
		sync.WithPrune(true),
		sync.WithLogr(logr.Discard()),
		sync.WithHealthOverride(c.health),
		sync.WithServerSideApply(c.appliesOnServer()),
		sync.WithServerSideApplyManager(common.ArgoCDSSAManager),
	)
	if err != nil {
		return nil, err
	}
	answer := &synced{Changes: []change{}}
	for _, result := range results {
		name := result.ResourceKey.Kind + "/" + result.ResourceKey.Name
		answer.Changes = append(answer.Changes, change{name, string(result.Status), result.Message})
	}
	answer.Health, answer.Objects, err = c.untilJudged(ctx)
	return answer, err
}

func (c *cluster) appliesOnServer() bool {
	policy := c.application.Spec.SyncPolicy
	return policy != nil && policy.SyncOptions.HasOption(synccommon.SyncOptionServerSideApply)
}

// untilJudged looks at the objects until they are healthy, or degraded, or the time is over, and answers how they are then.
func (c *cluster) untilJudged(ctx context.Context) (string, []verdict, error) {
	for {
		worst, verdicts, err := c.judge()
		isFinal := worst == health.HealthStatusHealthy || worst == health.HealthStatusDegraded
		if err != nil || isFinal {
			return string(worst), verdicts, err
		}
		select {
		case <-ctx.Done():
			return string(worst), verdicts, nil
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// judge is what Argo CD shows of an Application: the worst of its objects; one that is not there yet is missing.
func (c *cluster) judge() (health.HealthStatusCode, []verdict, error) {
	live, err := c.live()
	if err != nil {
		return "", nil, err
	}
	worst := health.HealthStatusHealthy
	verdicts := []verdict{}
	if len(live) < len(c.targets) {
		worst = health.HealthStatusMissing
	}
	for _, object := range live {
		status, err := health.GetResourceHealth(object, c.health)
		if err != nil {
			return "", nil, err
		}
		if status == nil {
			continue
		}
		verdicts = append(verdicts, verdict{nameOf(object), string(status.Status), status.Message})
		if health.IsWorse(worst, status.Status) {
			worst = status.Status
		}
	}
	return worst, verdicts, nil
}

// drift says what differs from the repository, and changes nothing.
func (c *cluster) drift() ([]change, error) {
	live, err := c.live()
	if err != nil {
		return nil, err
	}
	options := []diff.Option{diff.WithLogr(logr.Discard())}
	if c.appliesOnServer() {
		options = append(options,
			diff.WithStructuredMergeDiff(true),
			diff.WithGVKParser(c.cache.GetGVKParser()),
			diff.WithManager(common.ArgoCDSSAManager),
		)
	}
	both := sync.Reconcile(c.targets, live, c.opts.namespace, c.cache)
	differences, err := diff.DiffArray(both.Target, both.Live, options...)
	if err != nil {
		return nil, err
	}
	changes := []change{}
	for index, difference := range differences.Diffs {
		if !difference.Modified {
			continue
		}
		object := both.Target[index]
		if object == nil {
			object = both.Live[index]
		}
		changes = append(changes, change{nameOf(object), "OutOfSync", string(difference.PredictedLive)})
	}
	return changes, nil
}
