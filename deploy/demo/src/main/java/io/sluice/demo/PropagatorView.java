package io.sluice.demo;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.beside.OverrideName;
import io.sluice.gate.GateLabels;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.crd.RolloutSpec;
import io.sluice.hub.crd.RolloutSpecReader;
import io.sluice.policy.PolicyName;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Watches what OCM's propagator does with the policy of a demo. */
final class PropagatorView {
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final Duration EVERY = Duration.ofMillis(50);

  /** How long nothing changes where the hub does not show what it has refused. */
  private static final Duration STAYS = Duration.ofSeconds(2);

  private final HubApi api;
  private final KubernetesClient hub;
  private final PolicyName policy;
  private final Map<String, String> labels;
  private final boolean staged;

  /** The content of each generation that was seen, the newest first. */
  private final SortedMap<Long, Map<String, Object>> versions =
      new TreeMap<>(Comparator.reverseOrder());

  private String latest = "";
  private Optional<String> stable = Optional.empty();

  PropagatorView(KubernetesClient hub, Examples examples) {
    this.hub = hub;
    this.api = new HubApi(hub);
    this.policy = examples.policy();
    this.labels = examples.groups().labels();
    this.staged = !examples.edited().isEmpty();
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
    latest = now(replicas);
    // No worker runs yet: a first wave may begin before two looks at it.
    stable = Optional.of(latest);
    return "OCM's propagator has brought generation %d to %s at once, %s: %s."
        .formatted(
            generation(),
            replicas.count() == labels.size()
                ? "all %d clusters".formatted(labels.size())
                : "%d of %d clusters".formatted(replicas.count(), labels.size()),
            replicas.actions(),
            replicas.compliant() == labels.size()
                ? "all comply"
                : "%d comply already".formatted(replicas.compliant()));
  }

  /** Returns a sentence about the edit that was just written. */
  String edited() {
    return "The policy is edited: TLS 1.3 only, HSTS for two years. The same change brings the label %s. It is generation %d."
        .formatted(GateLabels.STAGED, generation());
  }

  /**
   * Waits until the API server has held what the propagator writes of it, for each cluster; returns
   * a sentence about it.
   */
  String awaitHold() throws InterruptedException {
    long end = System.nanoTime() + STAYS.toNanos();
    PropagatedReplicas replicas = PropagatedReplicas.read(hub, policy);
    while (!replicas.heldOf(labels.keySet()) && System.nanoTime() < end) {
      Thread.sleep(EVERY.toMillis());
      replicas = PropagatedReplicas.read(hub, policy);
    }
    latest = now(replicas);
    stable = Optional.of(latest);
    return "The gate holds it; Sluice does not run yet. " + latest;
  }

  private long generation() {
    return root().map(HubObjects::generation).orElse(0L);
  }

  private Optional<GenericKubernetesResource> root() {
    return api.get(Kinds.POLICY, policy.namespace(), policy.name());
  }

  private String now(PropagatedReplicas replicas) {
    if (!staged) {
      return replicas.enforcedNow(labels);
    }
    root()
        .ifPresent(
            root ->
                versions.putIfAbsent(HubObjects.generation(root), HubObjects.part(root, "spec")));
    return replicas.generationsNow(labels, versions);
  }

  /**
   * Returns a sentence about where the policy is enforced; it changes when two looks in a row saw
   * the same, so that it does not show half a wave.
   */
  Optional<String> enforcement() {
    String now = now(PropagatedReplicas.read(hub, policy));
    if (now.equals(latest)) {
      stable = Optional.of(now);
    }
    latest = now;
    return stable;
  }

  /** Returns whether Sluice has withdrawn all clusters, and removed what it made for that. */
  boolean released() {
    return api.get(Kinds.PLACEMENT_BINDING, policy.namespace(), OverrideName.of(policy)).isEmpty()
        && stable.equals(Optional.of(latest));
  }

  /** Returns whether the clusters stay enforced after the end: it is the user's setting. */
  boolean keeps() {
    return api.get(Kinds.ROLLOUT, policy.namespace(), policy.rolloutName())
        .filter(
            rollout -> RolloutSpecReader.of(rollout).overrideRelease == RolloutSpec.Release.Never)
        .isPresent();
  }
}
