package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.gate.GateLabels;
import io.sluice.hub.client.HubObjects;
import io.sluice.settings.LeaseSettings;
import io.sluice.settings.ModeSetting;
import io.sluice.simulator.propagator.Propagator;
import io.sluice.simulator.propagator.PropagatorOptions;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.simulator.spoke.SpokeDelays;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/**
 * Sets up a policy behind the gate next to a simulated propagator, on the clusters d1 and d2 of
 * group dev and p1 of group prod. At its end it looks in the writes of the hub whether the gate
 * kept what it promises.
 */
final class GateFixture implements AutoCloseable {
  /** Reports without delay. */
  static final SpokeBehaviour SPOKE =
      SpokeBehaviour.ORDINARY.withDelays(
          SpokeDelays.OBSERVED.withEvaluationBackoff(Duration.ofMillis(200)));

  static final String PER_GROUP =
      "{rolloutStrategy: {type: ProgressivePerGroup, progressivePerGroup: {%s}}}";

  /** Of those that join, too. */
  private final Map<String, String> groups =
      new TreeMap<>(Map.of("d1", "dev", "d2", "dev", "d3", "dev", "p1", "prod", "p2", "prod"));

  final RolloutFixture rollout;
  Propagator propagator;
  private final ObservedTestServers servers;
  private final KubernetesClient client;

  private GateFixture(ObservedTestServers servers, boolean quiet, List<String> prod) {
    this.servers = servers;
    this.client = servers.client();
    namespace(client, LeaseSettings.NAMESPACE);
    servers.installGate(quiet);
    this.rollout = RolloutFixture.on(servers, "dev=d1,d2", "prod=" + String.join(",", prod));
    prod.forEach(cluster -> groups.put(cluster, "prod"));
    rollout.spokes(SpokeBehaviours.all(SPOKE));
    this.propagator = Propagator.start(client, PropagatorOptions.DEFAULTS);
  }

  /** Sets one up where there is no policy and no worker yet. */
  static GateFixture empty(ObservedTestServers servers, boolean quiet) {
    return new GateFixture(servers, quiet, List.of("p1"));
  }

  /** Sets one up where every cluster has the version {@code one}, which is not staged. */
  static GateFixture of(ObservedTestServers servers, boolean quiet) {
    return of(servers, quiet, List.of("p1"));
  }

  /** Sets one up with these clusters in group prod. */
  static GateFixture of(ObservedTestServers servers, boolean quiet, List<String> prod) {
    GateFixture fixture = new GateFixture(servers, quiet, prod);
    try {
      fixture.rollout.policy("one", "");
      fixture.await(() -> fixture.rollout.contents().stream().allMatch("one"::equals));
      return fixture.start();
    } catch (RuntimeException | Error e) {
      // What it leaves behind would disturb the next one on the same servers.
      fixture.close();
      throw e;
    }
  }

  static void namespace(KubernetesClient client, String name) {
    client
        .resource(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build())
        .createOr(existing -> null);
  }

  GateFixture start() {
    // Stated: without a word, versions that an earlier rollout left on these servers would decide.
    rollout.start(RolloutFixture.QUICK.with(all -> all.mode(ModeSetting.BESIDE)));
    return this;
  }

  ObservedTestServers servers() {
    return servers;
  }

  /** Ends the propagator and starts another, with these options. */
  void restartPropagator(PropagatorOptions options) {
    propagator.release();
    propagator = Propagator.start(client, options);
  }

  /** Has another propagator write by that client, which stays the caller's. */
  void propagateThrough(KubernetesClient other) {
    propagator.release();
    propagator = Propagator.start(other, PropagatorOptions.DEFAULTS);
  }

  /** Waits until the clusters have these contents, in their order; empty without a replica. */
  void await(String... contents) {
    Patience.await().untilAsserted(() -> assertThat(rollout.contents()).containsExactly(contents));
  }

  void await(Callable<Boolean> condition) {
    Patience.await().until(condition);
  }

  /** Waits until this group waits for its approval in that attempt. */
  void awaitApproval(int attempt, String group) {
    rollout.awaitStatus(
        Patience.MOST,
        status ->
            Integer.valueOf(attempt).equals(status.get("attempt"))
                && String.valueOf(status.get("waitingFor"))
                    .startsWith("Waiting for approval of group " + group));
  }

  /** Waits until that attempt has ended so. */
  void awaitEnd(int attempt, String outcome) {
    rollout.awaitStatus(
        Patience.MOST,
        status ->
            Integer.valueOf(attempt).equals(status.get("attempt"))
                && outcome.equals(status.get("outcome"))
                && !Boolean.TRUE.equals(status.get("runOpen")));
  }

  /** Rolls that content out to all clusters in the first attempt, and approves nothing after it. */
  void rollOut(String content) {
    rollout.stage(content).approve("dev", "prod");
    awaitEnd(1, "Succeeded");
    rollout.approve();
  }

  /** Gives the clusters of dev their tickets for that content while the propagator is paused. */
  void stageWithUnusedTickets(String content) {
    rollout.stage(content);
    awaitApproval(1, "dev");
    await(() -> labelled(GateLabels.STAGED).size() == 3);
    propagator.pause();
    rollout.approve("dev");
    await(() -> labelled(GateLabels.TICKET).equals(List.of("d1", "d2")));
  }

  /** Aborts the attempt that runs. */
  void abort() {
    rollout.request(
        "abortRollout", Map.of("rolloutUID", String.valueOf(rollout.status().get("rolloutUID"))));
  }

  /**
   * Approves what is left of that attempt, waits until all clusters have the content, and looks.
   */
  void finish(int attempt, String content) {
    rollout.approve("dev", "prod");
    awaitEnd(attempt, "Succeeded");
    Patience.await()
        .untilAsserted(() -> assertThat(rollout.contents()).isNotEmpty().containsOnly(content));
    check();
  }

  /** Takes the label off the policy that stages it, and puts this in place of its content. */
  void unstage(String content) {
    rollout.edit(content, Map.of());
  }

  /** Returns the clusters whose replica has that label. */
  List<String> labelled(String label) {
    return replicas().entrySet().stream()
        .filter(replica -> HubObjects.labels(replica.getValue()).containsKey(label))
        .map(Map.Entry::getKey)
        .toList();
  }

  private Map<String, GenericKubernetesResource> replicas() {
    return groups.keySet().stream()
        .flatMap(cluster -> rollout.replica(cluster).stream())
        .collect(
            Collectors.toMap(
                replica -> replica.getMetadata().getNamespace(),
                replica -> replica,
                (one, other) -> one,
                TreeMap::new));
  }

  /** Looks at all writes so far, once every ticket is used or taken back. */
  void check() {
    await(() -> labelled(GateLabels.TICKET).isEmpty());
    Map<String, GenericKubernetesResource> standing = replicas();
    // An audit log shows a write a moment after its effect.
    await(() -> shows(servers.accepted(), standing));
    new GateInvariants(rollout.namespace(), "sluice", groups)
        .check(servers.accepted(), standing.keySet());
  }

  private boolean shows(
      List<ObservedWrite> writes, Map<String, GenericKubernetesResource> standing) {
    Map<String, ObservedWrite> last = new HashMap<>();
    writes.stream()
        .filter(write -> write.name().equals(rollout.replicaName()))
        .forEach(write -> last.put(write.namespace(), write));
    return standing.entrySet().stream()
        .allMatch(
            replica ->
                Optional.ofNullable(last.get(replica.getKey()))
                    .flatMap(ObservedWrite::after)
                    .filter(state -> state.labelled(HubObjects.labels(replica.getValue())))
                    .isPresent());
  }

  @Override
  public void close() {
    rollout.stop();
    rollout.deletePolicy();
    propagator.release();
    client.close();
    servers.removeGate();
    rollout.close();
  }
}
