package io.sluice.process;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.beside.OverrideName;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyApi;
import io.sluice.simulator.propagator.Propagator;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionFactory;

/** Shows what a rollout beside a simulated propagator has on the hub, real or in memory. */
abstract class OverrideFixture implements AutoCloseable {
  static final Duration SOON = Patience.MOST;
  static final String PER_GROUP =
      "{rolloutStrategy: {type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 5m}}}";
  public static final String MANUAL =
      "{rolloutStrategy: {type: manualPerGroup, manualPerGroup: {progressDeadline: 5m}}}";

  public final RolloutFixture rollout;
  final Propagator propagator;

  OverrideFixture(RolloutFixture rollout, Propagator propagator) {
    this.rollout = rollout;
    this.propagator = propagator;
  }

  /** Returns the spec of a Rollout by groups that releases clusters so. */
  static String perGroup(String release) {
    return PER_GROUP.replaceFirst("\\{", "{overrideRelease: " + release + ", ");
  }

  /** Writes a version of the policy, and waits until the propagator has brought it to the fleet. */
  final void write(String content) {
    rollout.policy(content, "");
    awaitDespiteFailures(
        () ->
            rollout.clusters().stream()
                .allMatch(cluster -> rollout.content(cluster).equals(content)));
  }

  /** Returns the action of a replica; empty without one. */
  String action(String cluster) {
    return rollout
        .replica(cluster)
        .map(replica -> String.valueOf(HubObjects.part(replica, "spec").get("remediationAction")))
        .orElse("");
  }

  /** Returns the actions of all clusters, in their order. */
  public List<String> actions() {
    Map<String, String> found =
        rollout
            .client()
            .genericKubernetesResources(Kinds.POLICY)
            .inAnyNamespace()
            .withLabel(PolicyApi.ROOT_POLICY, rollout.replicaName())
            .list()
            .getItems()
            .stream()
            .collect(
                Collectors.toMap(
                    replica -> replica.getMetadata().getNamespace(),
                    replica ->
                        String.valueOf(HubObjects.part(replica, "spec").get("remediationAction"))));
    return rollout.clusters().stream().map(cluster -> found.getOrDefault(cluster, "")).toList();
  }

  /** Returns the clusters that the pages list. */
  public List<String> listed() {
    return rollout
        .client()
        .genericKubernetesResources(Kinds.PLACEMENT_DECISION)
        .inNamespace(rollout.namespace())
        .withLabel(OverrideName.LABEL)
        .list()
        .getItems()
        .stream()
        .flatMap(page -> JsonTree.maps(HubObjects.part(page, "status"), "decisions").stream())
        .map(decision -> String.valueOf(decision.get("clusterName")))
        .sorted()
        .toList();
  }

  Optional<GenericKubernetesResource> find(ResourceDefinitionContext kind) {
    return rollout.find(kind, "sluice-web");
  }

  /** Returns whether nothing of the override stands, and nothing keeps the Rollout. */
  public boolean clean() {
    return find(Kinds.PLACEMENT).isEmpty()
        && find(Kinds.PLACEMENT_BINDING).isEmpty()
        && listed().isEmpty()
        && rollout
            .rollout()
            .filter(
                object ->
                    !Objects.requireNonNullElse(
                            object.getMetadata().getFinalizers(), List.<String>of())
                        .isEmpty())
            .isEmpty();
  }

  void deleteRollout() {
    rollout
        .client()
        .genericKubernetesResources(Kinds.ROLLOUT)
        .inNamespace(rollout.namespace())
        .withName("policy-web")
        .delete();
  }

  void deletePolicy() {
    rollout.deletePolicy();
  }

  /** Returns the exceptions of the Rollout, as {@code cluster reason}. */
  List<String> exceptions() {
    return rollout.exceptions();
  }

  /** Returns the condition of that type. */
  Optional<Map<String, Object>> condition(String type) {
    return rollout.condition(type);
  }

  public void await(Callable<Boolean> condition) {
    patiently().until(condition);
  }

  /** Waits where a worker is killed, whose threads fail, as they should. */
  void awaitDespiteFailures(Callable<Boolean> condition) {
    patiently().dontCatchUncaughtExceptions().until(condition);
  }

  private static ConditionFactory patiently() {
    return Patience.await().pollInterval(Duration.ofMillis(20));
  }

  @Override
  public abstract void close();
}
