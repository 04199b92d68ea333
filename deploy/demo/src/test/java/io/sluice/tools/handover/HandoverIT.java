package io.sluice.tools.handover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.propagator.PropagatorGuard;
import io.sluice.policy.JsonTree;
import io.sluice.process.LocalTestServers;
import io.sluice.process.Patience;
import io.sluice.process.RolloutFixture;
import io.sluice.settings.ModeSetting;
import io.sluice.settings.Settings;
import io.sluice.simulator.propagator.Propagator;
import io.sluice.simulator.propagator.PropagatorOptions;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.tools.cli.CommandRun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Takes a real hub in from a simulated propagator, and lets it go again. */
@Timeout(Patience.TEST)
class HandoverIT {
  private static final String MANUAL = "{type: manualPerGroup}";

  /** A verdict on a replica that others wrote is weak: it would soak for a minute. */
  private static final Settings STANDALONE =
      RolloutFixture.QUICK.with(
          all -> all.mode(ModeSetting.STANDALONE).weakSoakFloor(Duration.ofSeconds(1)));

  private final LocalTestServers servers = new LocalTestServers();

  private static ConditionFactory patiently() {
    return await().atMost(Patience.MOST).pollInterval(Duration.ofMillis(200));
  }

  private static Propagator propagator(RolloutFixture fixture) {
    return Propagator.start(
        fixture.client(), PropagatorOptions.DEFAULTS.withLease(Duration.ofSeconds(2)));
  }

  private static Map<String, Object> run(Path kubeconfig, String... more) {
    List<String> args = new ArrayList<>(List.of(more));
    args.addAll(List.of("--kubeconfig", kubeconfig.toString(), "-o", "json"));
    CommandRun run = CommandRun.of(args.toArray(String[]::new));
    assertThat(run.err()).isEmpty();
    Map<String, Object> report = JsonTree.map(Serialization.unmarshal(run.out(), Map.class));
    assertThat(report).containsEntry("ready", run.code() == 0);
    return report;
  }

  private Map<String, Object> adopt(RolloutFixture fixture) {
    return run(servers.servers().workerKubeconfig(), "adopt", "-n", fixture.namespace());
  }

  private static <T> Map<String, T> each(
      RolloutFixture fixture, Function<GenericKubernetesResource, T> value) {
    Map<String, T> values = new TreeMap<>();
    fixture
        .clusters()
        .forEach(cluster -> values.put(cluster, value.apply(fixture.replica(cluster).get())));
    return values;
  }

  private long written(RolloutFixture fixture) {
    return fixture.clusters().stream().mapToLong(fixture::contentWrites).sum();
  }

  @Test
  void replicasPassFromThePropagatorToAWorkerAndBackInPlace() {
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=ho1,ho2", "prod=ho3")) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).policy("one", "");
      Propagator before = propagator(fixture);
      patiently()
          .until(() -> fixture.clusters().stream().allMatch(c -> fixture.content(c).equals("one")));
      patiently().until(before::idle);
      before.release();
      Map<String, String> uids = each(fixture, replica -> replica.getMetadata().getUid());

      fixture.policy("one", MANUAL);
      patiently().until(() -> Boolean.TRUE.equals(adopt(fixture).get("ready")));
      assertThat(JsonTree.map(adopt(fixture), "totals"))
          .containsEntry("policies", 1)
          .containsEntry("contentWrites", 0)
          .containsEntry("metadataWrites", 0)
          .containsEntry("removals", 0);
      fixture.start(STANDALONE).approve("dev", "prod");
      fixture.awaitPhase(Patience.MOST, "Done");
      assertThat(written(fixture)).isZero();
      assertThat(each(fixture, replica -> replica.getMetadata().getUid())).isEqualTo(uids);

      fixture.approve("dev");
      fixture.policy("two", MANUAL);
      fixture.awaitStatus(
          Patience.MOST,
          found ->
              String.valueOf(found.get("waitingFor"))
                  .startsWith("Waiting for approval of group prod"));
      fixture.stop();
      assertThat(written(fixture)).isEqualTo(2);
      letGo(fixture, uids);
    }
  }

  private void letGo(RolloutFixture fixture, Map<String, String> uids) {
    Map<String, Object> left =
        run(
            servers.servers().kubeconfig(),
            "leave",
            "--abort-open-rollouts",
            "--temporal",
            servers.servers().temporalTarget(),
            "--temporal-namespace",
            servers.temporalNamespace());
    assertThat(left).containsEntry("ready", true);
    assertThat(
            JsonTree.maps(left, "propagatorWrites").stream()
                .filter(write -> fixture.namespace().equals(write.get("namespace")))
                .map(write -> write.get("cluster") + " " + write.get("change")))
        .containsExactly("ho1 Metadata", "ho2 Metadata", "ho3 Version");
    assertThat(written(fixture)).isEqualTo(2);
    assertThat(fixture.status())
        .containsEntry("outcome", "Aborted")
        .containsEntry("runOpen", false);
    Map<String, Long> generations = each(fixture, HubObjects::generation);

    Propagator after = propagator(fixture);
    try {
      patiently()
          .until(() -> fixture.clusters().stream().allMatch(c -> fixture.content(c).equals("two")));
      patiently().until(after::idle);
    } finally {
      after.release();
      fixture
          .client()
          .genericKubernetesResources(Kinds.LEASE)
          .inNamespace("open-cluster-management")
          .withName(PropagatorGuard.LEASE)
          .delete();
    }
    assertThat(each(fixture, replica -> replica.getMetadata().getUid())).isEqualTo(uids);
    generations.merge("ho3", 1L, Long::sum);
    assertThat(each(fixture, HubObjects::generation)).isEqualTo(generations);
  }
}
