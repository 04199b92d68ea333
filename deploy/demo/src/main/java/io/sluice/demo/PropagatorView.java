package io.sluice.demo;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.beside.OverrideName;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.crd.RolloutSpec;
import io.sluice.hub.crd.RolloutSpecReader;
import io.sluice.policy.PolicyName;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Watches what OCM's propagator does with the policy of a demo. */
final class PropagatorView {
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final Duration EVERY = Duration.ofMillis(50);

  private final KubernetesClient hub;
  private final PolicyName policy;
  private final Map<String, String> labels;
  private String latest = "";
  private Optional<String> stable = Optional.empty();

  PropagatorView(KubernetesClient hub, Examples examples) {
    this.hub = hub;
    this.policy = examples.policy();
    this.labels = examples.groups().labels();
  }

  /**
   * Waits until every cluster has a replica of the policy and has reported, at most half a minute;
   * returns a sentence about it.
   */
  String awaitPropagation() throws InterruptedException {
    long end = System.nanoTime() + LONGEST.toNanos();
    PropagatedReplicas replicas = PropagatedReplicas.read(hub, policy);
    while (!replicas.reportedBy(labels.keySet()) && System.nanoTime() < end) {
      Thread.sleep(EVERY.toMillis());
      replicas = PropagatedReplicas.read(hub, policy);
    }
    latest = replicas.enforcedNow(labels);
    // No worker runs yet: a first wave may begin before two looks at it.
    stable = Optional.of(latest);
    return "OCM's propagator has brought generation %d to %s at once, %s: %d comply already."
        .formatted(
            new HubApi(hub)
                .get(Kinds.POLICY, policy.namespace(), policy.name())
                .map(HubObjects::generation)
                .orElse(0L),
            replicas.count() == labels.size()
                ? "all %d clusters".formatted(labels.size())
                : "%d of %d clusters".formatted(replicas.count(), labels.size()),
            replicas.actions(),
            replicas.compliant());
  }

  /**
   * Returns a sentence about where the policy is enforced; it changes when two looks in a row saw
   * the same, so that it does not show half a wave.
   */
  Optional<String> enforcement() {
    String now = PropagatedReplicas.read(hub, policy).enforcedNow(labels);
    if (now.equals(latest)) {
      stable = Optional.of(now);
    }
    latest = now;
    return stable;
  }

  /** Returns whether Sluice has withdrawn all clusters, and removed what it made for that. */
  boolean released() {
    return new HubApi(hub)
            .get(Kinds.PLACEMENT_BINDING, policy.namespace(), OverrideName.of(policy))
            .isEmpty()
        && stable.equals(Optional.of(latest));
  }

  /** Returns whether the clusters stay enforced after the end: it is the user's setting. */
  boolean keeps() {
    return new HubApi(hub)
        .get(Kinds.ROLLOUT, policy.namespace(), policy.rolloutName())
        .filter(
            rollout -> RolloutSpecReader.of(rollout).overrideRelease == RolloutSpec.Release.Never)
        .isPresent();
  }
}
