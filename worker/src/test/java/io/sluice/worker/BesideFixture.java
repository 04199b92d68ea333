package io.sluice.worker;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.beside.OverrideName;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.settings.Settings;
import io.sluice.simulator.api.RecordedWrite;
import io.sluice.simulator.propagator.Propagator;
import io.sluice.simulator.propagator.PropagatorOptions;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.awaitility.Awaitility;

/**
 * Sets up a rollout beside a simulated propagator, which writes replicas and statuses; the worker
 * names itself to the hub, so that its own writes are known.
 */
final class BesideFixture implements AutoCloseable {
  static final Duration SOON = Duration.ofSeconds(40);
  static final String PER_GROUP =
      "{rolloutStrategy: {type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 5m}}}";
  static final String MANUAL =
      "{rolloutStrategy: {type: manualPerGroup, manualPerGroup: {progressDeadline: 5m}}}";

  final InMemoryTestServers servers = InMemoryTestServers.withNamedUsers();
  final RolloutFixture rollout;
  private final KubernetesClient client = servers.client();
  final Propagator propagator;

  private BesideFixture(PropagatorOptions options, String... groups) {
    rollout = RolloutFixture.on(servers, groups).informing();
    propagator = Propagator.start(client, options);
  }

  static BesideFixture of(String... groups) {
    return with(PropagatorOptions.DEFAULTS, groups);
  }

  static BesideFixture with(PropagatorOptions options, String... groups) {
    BesideFixture fixture = new BesideFixture(options, groups);
    fixture.rollout.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY));
    return fixture;
  }

  BesideFixture start() {
    rollout.start(RolloutFixture.QUICK);
    return this;
  }

  BesideFixture start(Settings settings) {
    rollout.start(settings);
    return this;
  }

  /** Writes a version of the policy, and waits until the propagator has brought it to the fleet. */
  BesideFixture policy(String content) {
    rollout.policy(content, "");
    Awaitility.await()
        .atMost(SOON)
        .until(
            () ->
                rollout.clusters().stream()
                    .allMatch(cluster -> rollout.content(cluster).equals(content)));
    return this;
  }

  /** Returns the action of a replica; empty without one. */
  String action(String cluster) {
    return rollout
        .replica(cluster)
        .map(replica -> String.valueOf(HubObjects.part(replica, "spec").get("remediationAction")))
        .orElse("");
  }

  List<String> actions() {
    return rollout.clusters().stream().map(this::action).toList();
  }

  /** Returns the clusters that the pages list. */
  List<String> listed() {
    return client
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
    return Optional.ofNullable(
        client
            .genericKubernetesResources(kind)
            .inNamespace(rollout.namespace())
            .withName("sluice-web")
            .get());
  }

  /** Returns whether nothing of the override stands, and nothing keeps the Rollout. */
  boolean clean() {
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
    client
        .genericKubernetesResources(Kinds.ROLLOUT)
        .inNamespace(rollout.namespace())
        .withName("policy-web")
        .delete();
  }

  void deletePolicy() {
    client
        .genericKubernetesResources(Kinds.POLICY)
        .inNamespace(rollout.namespace())
        .withName("web")
        .delete();
  }

  /** Returns the exceptions of the Rollout, as {@code cluster reason}. */
  List<String> exceptions() {
    return JsonTree.maps(rollout.status(), "exceptions").stream()
        .map(issue -> issue.get("cluster") + " " + issue.get("reason"))
        .toList();
  }

  /** Returns the condition of that type. */
  Optional<Map<String, Object>> condition(String type) {
    return JsonTree.maps(rollout.status(), "conditions").stream()
        .filter(condition -> type.equals(condition.get("type")))
        .findFirst();
  }

  /** Returns what the worker wrote. */
  List<RecordedWrite> writes() {
    return servers.hub().writes(HubClient.USER_AGENT);
  }

  /** Returns what the worker wrote to policies, replicas and their status: it must be nothing. */
  List<RecordedWrite> forbiddenWrites() {
    return writes().stream()
        .filter(
            write ->
                write.resource().equals("policies")
                    || write.resource().equals("policysets")
                    || write.resource().equals("controllerrevisions"))
        .toList();
  }

  void await(java.util.concurrent.Callable<Boolean> condition) {
    Awaitility.await().atMost(SOON).pollInterval(Duration.ofMillis(20)).until(condition);
  }

  @Override
  public void close() {
    rollout.stop();
    deleteRollout();
    rollout
        .rollout()
        .ifPresent(
            object -> {
              object.getMetadata().setFinalizers(List.of());
              client.resource(object).update();
            });
    propagator.close();
    client.close();
    rollout.close();
  }
}
