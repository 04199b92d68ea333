package io.sluice.tools.handover;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.process.InMemoryTestServers;
import io.sluice.process.Patience;
import io.sluice.process.RolloutFixture;
import io.sluice.settings.ModeSetting;
import io.sluice.settings.Settings;
import io.sluice.simulator.api.RecordedWrite;
import io.sluice.simulator.propagator.Propagator;
import io.sluice.simulator.propagator.PropagatorOptions;
import io.sluice.tools.cli.CommandRun;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A hub is taken in: {@code sluice adopt} shows what the worker then does. */
@Tag("nightly")
@Timeout(300)
class AdoptionTest {
  private static final Duration SOON = Patience.MOST;
  private static final String PER_GROUP = "{type: ProgressivePerGroup}";
  private static final String INFORM_FIRST = "{type: ProgressivePerGroup, pendingClusters: Inform}";

  private final InMemoryTestServers servers = InMemoryTestServers.withNamedUsers();

  /** A hub whose replicas OCM's propagator made; it is stopped now. */
  private RolloutFixture propagated(String strategy) {
    RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1,d2", "prod=p1");
    fixture.policy("one", strategy);
    Propagator propagator = Propagator.start(fixture.client(), PropagatorOptions.DEFAULTS);
    Patience.await()
        .until(() -> fixture.clusters().stream().allMatch(c -> fixture.content(c).equals("one")));
    Patience.await().until(propagator::idle);
    propagator.release();
    return fixture;
  }

  private CommandRun adopt(String... more) {
    String[] args = new String[more.length + 3];
    args[0] = "adopt";
    args[1] = "--hub";
    args[2] = servers.hub().url();
    System.arraycopy(more, 0, args, 3, more.length);
    return CommandRun.of(args);
  }

  private Map<String, Object> report() {
    CommandRun run = adopt("-o", "json");
    assertThat(run.err()).isEmpty();
    return JsonTree.map(Serialization.unmarshal(run.out(), Map.class));
  }

  private static Map<String, Object> attempt(Map<String, Object> report) {
    return JsonTree.map(JsonTree.maps(report, "policies").get(0), "attempt");
  }

  private static List<String> clusters(Map<String, Object> tree, String field) {
    return JsonTree.maps(tree, field).stream()
        .map(write -> write.get("cluster") + " " + write.get("change"))
        .toList();
  }

  /**
   * The writes of replicas by a worker, or by a command, that the hub has taken: one over a replica
   * that the informer does not show yet is refused, and repeated.
   */
  private List<String> written() {
    return servers.hub().writes(HubClient.USER_AGENT).stream()
        .filter(write -> write.resource().equals("policies") && write.subresource().isEmpty())
        .filter(RecordedWrite::succeeded)
        .map(write -> write.verb() + " " + write.namespace())
        .toList();
  }

  @Test
  void aStagedPolicyWhoseReplicasAreCurrentIsRolledOutWithoutAWrite() {
    try (RolloutFixture fixture = propagated(PER_GROUP)) {
      Map<String, Object> report = report();
      assertThat(JsonTree.map(report, "totals"))
          .containsEntry("contentWrites", 0)
          .containsEntry("metadataWrites", 0)
          .containsEntry("removals", 0);
      assertThat(attempt(report))
          .containsEntry("number", 1)
          .containsEntry("because", "the policy was never rolled out");
      assertThat(JsonTree.maps(attempt(report), "starts").toString())
          .contains("d1", "d2")
          .doesNotContain("p1");
      assertThat(servers.hub().writes(HubClient.USER_AGENT)).isEmpty();

      fixture.start(startingStandalone());
      fixture.awaitPhase(SOON, "Progressing");
      Patience.await().during(Duration.ofSeconds(2)).until(() -> written().isEmpty());
      assertThat(fixture.clusters()).allMatch(cluster -> fixture.content(cluster).equals("one"));
    }
  }

  private static Settings startingStandalone() {
    return RolloutFixture.QUICK.with(all -> all.mode(ModeSetting.STANDALONE));
  }

  @Test
  void theFirstAttemptWritesWhatWasShown() {
    try (RolloutFixture fixture = propagated("")) {
      fixture.policy("two", PER_GROUP);
      Map<String, Object> attempt = attempt(report());
      assertThat(clusters(attempt, "firstWrites")).containsExactly("d1 Content", "d2 Content");
      assertThat(clusters(attempt, "laterWrites")).containsExactly("p1 Content");

      fixture.start(startingStandalone());
      Patience.await().until(() -> written().size() == 2);
      Patience.await().during(Duration.ofSeconds(2)).until(() -> written().size() == 2);
      assertThat(written()).containsExactlyInAnyOrder("update d1", "update d2");
    }
  }

  @Test
  void aFirstPassAsInformIsShownBeforeTheFirstGroup() {
    try (RolloutFixture fixture = propagated("")) {
      fixture.policy("two", INFORM_FIRST);
      Map<String, Object> attempt = attempt(report());
      assertThat(clusters(attempt, "firstWrites"))
          .containsExactly("d1 Content", "d2 Content", "p1 Content", "d1 Content", "d2 Content");
      assertThat(clusters(attempt, "laterWrites")).containsExactly("p1 Content");

      fixture.start(startingStandalone());
      Patience.await().until(() -> written().size() == 5);
      Patience.await().during(Duration.ofSeconds(2)).until(() -> written().size() == 5);
    }
  }

  @Test
  void aRunningPropagatorStandsInTheWay() {
    try (RolloutFixture fixture = propagated(PER_GROUP)) {
      try (Propagator propagator = Propagator.start(fixture.client(), PropagatorOptions.DEFAULTS)) {
        Patience.await().until(propagator::idle);
        CommandRun run = adopt();
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out())
            .contains("PropagatorRunning: ", "Not ready: 1 thing stands in the way.")
            .contains("--mode Auto decides Beside:");
        assertThat(run.out().replaceAll("\\s+", " "))
            .contains("Scale the deployment governance-policy-propagator to 0");
        propagator.release();
      }
      CommandRun run = adopt("web", "-n", fixture.namespace());
      Patience.await().until(() -> adopt().code() == 0);
      assertThat(run.out())
          .contains("policies/web", "Staged", "attempt 1 starts (ProgressivePerGroup");
    }
  }

  @Test
  void refusalsStandInTheWayAndBadInputHasACodeOfItsOwn() {
    try (RolloutFixture fixture = propagated("{type: Canary}")) {
      CommandRun run = adopt();
      assertThat(run.code()).isEqualTo(1);
      assertThat(run.out()).contains("UnknownType");

      CommandRun unknown = adopt("wep", "-n", fixture.namespace());
      assertThat(unknown.code()).isEqualTo(2);
      assertThat(unknown.err())
          .isEqualTo(
              "Cannot show what a worker would do with policy policies/wep: the hub has no such"
                  + " policy. There are: web.\n");
      CommandRun elsewhere = adopt("-n", "nowhere");
      assertThat(elsewhere.code()).isEqualTo(2);
      assertThat(elsewhere.err())
          .isEqualTo(
              "Cannot show what a worker would do with the policies of namespace nowhere: it has"
                  + " none. Name one that has: policies.\n");
      assertThat(adopt("--output", "xml").code()).isEqualTo(64);
      servers.hub().stop();
      CommandRun away = adopt();
      assertThat(away.code()).isEqualTo(2);
      assertThat(away.err()).startsWith("Cannot reach the hub at ");
      servers.hub().restart();
    }
  }

  @Test
  void aPolicyCrdWithoutOurFieldsStandsInTheWay() {
    try (RolloutFixture fixture = propagated("")) {
      fixture
          .client()
          .genericKubernetesResources(Kinds.DEFINITION)
          .resource(
              Serialization.unmarshal(
                  """
                  apiVersion: apiextensions.k8s.io/v1
                  kind: CustomResourceDefinition
                  metadata: {name: policies.policy.open-cluster-management.io}
                  spec:
                    versions:
                    - name: v1
                      schema: {openAPIV3Schema: {properties: {spec: {properties: {disabled: {type: boolean}}}}}}
                  """,
                  GenericKubernetesResource.class))
          .create();

      CommandRun run = adopt("-o", "json");
      assertThat(run.code()).isEqualTo(1);
      Map<String, Object> report = JsonTree.map(Serialization.unmarshal(run.out(), Map.class));
      assertThat(JsonTree.maps(report, "obstacles"))
          .anyMatch(obstacle -> "StrategyFieldMissing".equals(obstacle.get("reason")));
      assertThat(JsonTree.map(report, "totals")).containsEntry("contentWrites", 0);
    }
  }

  @Test
  void anEditedReplicaIsShownAsYamlToo() {
    try (RolloutFixture fixture = propagated("")) {
      fixture.edit("d1", fixture.replicaName(), AdoptionTest::enforced);

      // The Lease that was given up counts for a second more.
      Patience.await().until(() -> adopt().code() == 0);
      CommandRun run = adopt("-o", "yaml");
      assertThat(run.out()).contains("contentWrites: 1", "change: \"Content\"");
      assertThat(written()).isEmpty();
    }
  }

  private static GenericKubernetesResource enforced(GenericKubernetesResource replica) {
    Map<String, Object> spec = new LinkedHashMap<>(HubObjects.part(replica, "spec"));
    spec.put("remediationAction", "inform");
    replica.setAdditionalProperty("spec", spec);
    return replica;
  }
}
