package io.sluice.tools.handover;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.control.run.TemporalRuns;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.process.BesideFixture;
import io.sluice.process.HubIdentityReader;
import io.sluice.process.InMemoryTestServers;
import io.sluice.process.Patience;
import io.sluice.process.RolloutFixture;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.settings.LeaseSettings;
import io.sluice.settings.ModeSetting;
import io.sluice.settings.Settings;
import io.sluice.simulator.api.RecordedWrite;
import io.sluice.simulator.propagator.Propagator;
import io.sluice.simulator.propagator.PropagatorOptions;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.tools.cli.CommandRun;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A hub is handed back: {@code sluice leave} says what OCM's propagator then does. */
@Tag("nightly")
@Timeout(300)
class HandoverTest {
  private static final Duration SOON = Patience.MOST;
  private static final String MANUAL = "{type: manualPerGroup}";
  private static final String INFORM_FIRST = "{type: manualPerGroup, pendingClusters: Inform}";
  private static final Settings STANDALONE =
      RolloutFixture.QUICK.with(all -> all.mode(ModeSetting.STANDALONE));

  private final InMemoryTestServers servers = InMemoryTestServers.withNamedUsers();

  private RolloutFixture fixture() {
    return RolloutFixture.on(servers, "dev=d1,d2", "prod=p1")
        .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY));
  }

  private static CommandRun leave(InMemoryTestServers on, String... more) {
    List<String> args =
        new ArrayList<>(
            List.of(
                "leave",
                "--hub",
                on.hub().url(),
                "--temporal",
                on.temporal().getOptions().getTarget()));
    args.addAll(Arrays.asList(more));
    if (!args.contains("--temporal-namespace")) {
      args.addAll(List.of("--temporal-namespace", on.temporalNamespace()));
    }
    return CommandRun.of(args.toArray(String[]::new));
  }

  private CommandRun leave(String... more) {
    return leave(servers, more);
  }

  private static Map<String, Object> report(CommandRun run) {
    assertThat(run.err()).isEmpty();
    return JsonTree.map(Serialization.unmarshal(run.out(), Map.class));
  }

  private static List<String> listed(Map<String, Object> report) {
    return JsonTree.maps(report, "propagatorWrites").stream()
        .map(
            write ->
                "%s %s: %s -> %s"
                    .formatted(
                        write.get("cluster"),
                        write.get("change"),
                        write.get("from"),
                        write.get("to")))
        .toList();
  }

  private static List<String> reasons(Map<String, Object> report) {
    return JsonTree.maps(report, "obstacles").stream()
        .map(obstacle -> String.valueOf(obstacle.get("reason")))
        .toList();
  }

  /** Rolls out version one everywhere, and version two to group dev: prod is not approved. */
  private RolloutFixture halfway(String strategy) {
    RolloutFixture fixture = fixture();
    fixture.start(STANDALONE).policy("one", strategy).approve("dev", "prod");
    fixture.awaitPhase(SOON, "Done");
    fixture.approve("dev");
    fixture.policy("two", strategy);
    fixture.awaitStatus(
        SOON,
        found ->
            String.valueOf(found.get("waitingFor"))
                .startsWith("Waiting for approval of group prod"));
    fixture.stop();
    servers.hub().forgetRequests();
    return fixture;
  }

  private static List<String> replicaWrites(List<RecordedWrite> writes, RolloutFixture fixture) {
    return writes.stream()
        .filter(write -> write.resource().equals("policies") && write.subresource().isEmpty())
        .filter(write -> write.succeeded() && !write.namespace().equals(fixture.namespace()))
        .map(write -> write.verb() + " " + write.namespace())
        .sorted()
        .toList();
  }

  /** Starts the propagator, and returns which replicas it wrote. */
  private List<String> propagate(RolloutFixture fixture) {
    servers.hub().forgetRequests();
    try (Propagator propagator = Propagator.start(fixture.client(), PropagatorOptions.DEFAULTS)) {
      Patience.await().during(Duration.ofSeconds(1)).until(propagator::idle);
      propagator.release();
    }
    return replicaWrites(servers.hub().writes(), fixture);
  }

  private boolean runOpen(RolloutFixture fixture) {
    return new TemporalRuns(
            WorkflowClient.newInstance(
                servers.temporal(),
                WorkflowClientOptions.newBuilder()
                    .setNamespace(servers.temporalNamespace())
                    .build()),
            HubIdentityReader.read(fixture.client(), HubName.DEFAULT))
        .openChain(new PolicyName(fixture.namespace(), "web"))
        .isPresent();
  }

  @Test
  void whatIsListedIsWhatThePropagatorThenWrites() {
    try (RolloutFixture fixture = halfway(MANUAL)) {
      CommandRun refused = leave("-o", "json");
      assertThat(refused.code()).isEqualTo(1);
      assertThat(reasons(report(refused))).containsExactly("RolloutOpen");
      CommandRun dry = leave("--dry-run", "--abort-open-rollouts");
      assertThat(dry.code()).isZero();
      assertThat(dry.out())
          .contains("abort the rollout of policy policies/web")
          .contains("generation 1 -> generation 2: p1")
          .contains("Ready: repeat this command without --dry-run.");
      assertThat(servers.hub().writes(HubClient.USER_AGENT)).isEmpty();
      assertThat(runOpen(fixture)).isTrue();

      CommandRun done = leave("--abort-open-rollouts", "-o", "json");
      assertThat(done.code()).isZero();
      List<String> listed = listed(report(done));
      assertThat(listed)
          .containsExactly(
              "d1 Metadata: generation 2 -> generation 2",
              "d2 Metadata: generation 2 -> generation 2",
              "p1 Version: generation 1 -> generation 2");
      assertThat(replicaWrites(servers.hub().writes(HubClient.USER_AGENT), fixture)).isEmpty();
      assertThat(runOpen(fixture)).isFalse();
      assertThat(fixture.status())
          .containsEntry("outcome", "Aborted")
          .containsEntry("phase", "Done")
          .containsEntry("runOpen", false)
          .containsEntry("rolloutStatus", "Failed");
      assertThat(RolloutFixture.part(fixture.root(), "status").toString())
          .contains("clustername=p1")
          .doesNotContain("rolloutStatus");

      assertThat(propagate(fixture)).containsExactly("update d1", "update d2", "update p1");
      assertThat(fixture.clusters()).allMatch(cluster -> fixture.content(cluster).equals("two"));
      assertThat(listed(report(leave("-o", "json")))).isEmpty();

      comesBackWithoutAWrite(fixture);
    }
  }

  private void comesBackWithoutAWrite(RolloutFixture fixture) {
    servers.hub().forgetRequests();
    Patience.await().until(() -> CommandRun.of("adopt", "--hub", servers.hub().url()).code() == 0);
    fixture.start(STANDALONE);
    Patience.await()
        .until(
            () ->
                RolloutFixture.part(fixture.root(), "status").toString().contains("rolloutStatus"));
    assertThat(replicaWrites(servers.hub().writes(HubClient.USER_AGENT), fixture)).isEmpty();
    assertThat(fixture.status()).containsEntry("outcome", "Aborted").containsEntry("attempt", 2);
  }

  @Test
  void pendingClustersThatOnlyInformWouldBeEnforced() {
    try (RolloutFixture fixture = fixture()) {
      fixture.start(STANDALONE).policy("one", INFORM_FIRST);
      fixture.awaitPhase(SOON, "WaitingForApproval");
      fixture.stop();
      assertThat(fixture.contentAndAction("p1")).isEqualTo("one inform");

      assertThat(listed(report(leave("--abort-open-rollouts", "-o", "json"))))
          .containsExactly(
              "d1 Action: generation 1 as inform -> generation 1",
              "d2 Action: generation 1 as inform -> generation 1",
              "p1 Action: generation 1 as inform -> generation 1");
      assertThat(fixture.contentAndAction("p1")).isEqualTo("one inform");
      assertThat(propagate(fixture)).containsExactly("update d1", "update d2", "update p1");
      assertThat(fixture.contentAndAction("p1")).isEqualTo("one enforce");
    }
  }

  @Test
  void clustersWithoutAReplicaGetThePresentVersionAndUnselectedOnesLoseTheirs() {
    try (RolloutFixture fixture = fixture()) {
      fixture.start(STANDALONE).policy("one", MANUAL).approve("dev");
      fixture.awaitStatus(
          SOON,
          found ->
              String.valueOf(found.get("waitingFor"))
                  .startsWith("Waiting for approval of group prod"));
      fixture.stop();
      fixture.leave("dev", "d2");

      assertThat(listed(report(leave("--abort-open-rollouts", "-o", "json"))))
          .containsExactly(
              "d1 Metadata: generation 1 -> generation 1",
              "d2 Delete: generation 1 -> ",
              "p1 Create:  -> generation 1");
      assertThat(propagate(fixture)).containsExactly("create p1", "delete d2", "update d1");
    }
  }

  @Test
  void aLeadingWorkerStandsInTheWayAndDeletedRolloutsAreGone() {
    try (RolloutFixture fixture = fixture()) {
      fixture.start(
          STANDALONE.with(
              all ->
                  all.lease(
                      Optional.of(LeaseSettings.of(fixture.namespace(), "worker-of-the-test")))));
      fixture.policy("one", MANUAL).approve("dev", "prod");
      fixture.awaitPhase(SOON, "Done");

      CommandRun refused = leave("--lease-namespace", fixture.namespace(), "--delete-rollouts");
      assertThat(refused.code()).isEqualTo(1);
      assertThat(refused.out().replaceAll("\\s+", " "))
          .contains(
              "WorkerRunning: Cannot hand the hub back: worker worker-of-the-test leads on it, and"
                  + " would go on writing replicas. Scale the workers to 0, then repeat this"
                  + " command.");
      assertThat(fixture.rollout()).isPresent();

      fixture.stop();
      CommandRun done = leave("--lease-namespace", fixture.namespace(), "--delete-rollouts");
      assertThat(done.code()).isZero();
      assertThat(fixture.rollout()).isEmpty();
      assertThat(
              fixture
                  .client()
                  .genericKubernetesResources(Kinds.CONTROLLER_REVISION)
                  .inNamespace(fixture.namespace())
                  .list()
                  .getItems())
          .isEmpty();
      assertThat(fixture.clusters()).allMatch(cluster -> fixture.content(cluster).equals("one"));
    }
  }

  @Test
  void badInputIsNamedAndNothingIsChangedWhereTemporalCannotBeReached() {
    try (RolloutFixture fixture = halfway(MANUAL)) {
      CommandRun scoped = leave("-n", "policies");
      assertThat(scoped.code()).isEqualTo(64);
      assertThat(scoped.err())
          .startsWith(
              "Cannot hand namespace policies back: a hub is handed back as a whole. Leave out"
                  + " --namespace.");
      CommandRun away =
          CommandRun.of(
              "leave",
              "--hub",
              servers.hub().url(),
              "--abort-open-rollouts",
              "--temporal",
              "127.0.0.1:1");
      assertThat(away.code()).isEqualTo(2);
      assertThat(away.err()).startsWith("Cannot reach Temporal at 127.0.0.1:1");
      CommandRun elsewhere = leave("--abort-open-rollouts", "--temporal-namespace", "other");
      assertThat(elsewhere.code()).isEqualTo(2);
      assertThat(elsewhere.err())
          .startsWith("Cannot abort the rollout of policy policies/web: Temporal at 127.0.0.1:")
          .contains("knows no run of it in namespace other.");
      assertThat(servers.hub().writes(HubClient.USER_AGENT)).isEmpty();
      assertThat(fixture.status()).containsEntry("runOpen", true);
    }
  }

  @Test
  void besideThePropagatorTheRolloutsAreDeletedByARunningWorker() {
    InMemoryTestServers servers = InMemoryTestServers.withNamedUsers();
    try (BesideFixture beside =
        BesideFixture.on(servers, PropagatorOptions.DEFAULTS, "dev=d1", "prod=p1")) {
      beside.policy("one").rollout.rollout(BesideFixture.MANUAL);
      beside.start(
          RolloutFixture.QUICK.with(
              all -> all.lease(Optional.of(LeaseSettings.of("policies", "worker-of-the-test")))));
      beside.rollout.approve("dev");
      beside.await(() -> beside.listed().equals(List.of("d1")));

      CommandRun refused = leave(servers, "--lease-namespace", "policies", "-o", "json");
      assertThat(refused.code()).isEqualTo(1);
      assertThat(reasons(report(refused))).containsExactly("RolloutOpen", "RolloutsLeft");
      assertThat(report(refused)).containsEntry("mode", "Beside");
      assertThat(reasons(report(leave(servers, "--delete-rollouts", "-o", "json"))))
          .containsExactly("RolloutOpen", "WorkerMissing");

      CommandRun done =
          leave(
              servers,
              "--lease-namespace",
              "policies",
              "--abort-open-rollouts",
              "--delete-rollouts");
      assertThat(done.code()).isZero();
      assertThat(done.out()).endsWith("Done: scale the workers to 0.\n");
      assertThat(beside.rollout.rollout()).isEmpty();
      assertThat(beside.clean()).isTrue();
      assertThat(beside.actions()).containsExactly("inform", "inform");
    }
  }
}
