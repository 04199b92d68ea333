package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.hub.crd.Kinds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rolls out beside a simulated propagator on a real hub (policy-propagation 14.2, 14.3, 16). */
@Timeout(Patience.TEST)
class BesideRolloutIT {
  private static final String PAGE = "update placementdecisions/status";

  @Test
  void anOverrideIsAsSpecifiedAndEveryStepTakesTheWritesThatItMay() {
    try (RealBesideFixture fixture = RealBesideFixture.of("dev=d1,d2", "prod=p1")) {
      fixture.policy("one").rollout.rollout(OverrideFixture.MANUAL);
      fixture.awaitWaitingFor("Waiting for approval of group dev");
      List<String> steps =
          new ArrayList<>(
              List.of("update rollouts", "create placements", "create placementbindings"));
      assertSteps(fixture, "start", steps);
      assertThat(fixture.rollout.rollout().orElseThrow().getMetadata())
          .satisfies(
              meta ->
                  assertThat(meta.getFinalizers()).containsExactly("sluice.io/release-override"))
          .satisfies(
              meta ->
                  assertThat(meta.getOwnerReferences())
                      .extracting(owner -> owner.getKind() + " " + owner.getUid())
                      .containsExactly("Policy " + fixture.rollout.root().getMetadata().getUid()));

      fixture.approve("dev");
      fixture.await(() -> fixture.actions().equals(List.of("enforce", "enforce", "inform")));
      steps.addAll(List.of("create placementdecisions", PAGE));
      assertSteps(fixture, "first wave", steps);
      assertObjects(fixture);

      fixture.approve("dev", "prod");
      fixture.awaitEnd(1, "Succeeded");
      fixture.await(fixture::clean);
      steps.addAll(List.of("delete placementbindings", "delete placements", "update rollouts"));
      assertSteps(fixture, "second wave, withdrawal, clean-up", steps);
      fixture.checkPagesWereWrittenOnce("d1", "d2", "p1");
      assertThat(fixture.actions()).containsOnly("inform");
      assertThat(fixture.rollout.status().get("evidence").toString())
          .isEqualTo("{confirmed=3, weak=0}");
      // The propagator creates each replica, enforces it and turns it back.
      fixture.rollout.clusters().forEach(c -> fixture.checkEnforced(c, false, true, false));
      await()
          .atMost(Patience.MOST)
          .untilAsserted(
              () ->
                  assertThat(String.join("\n", fixture.events()))
                      .contains(
                          "Normal PolicyPropagation The version of generation 1 is dispatched to 2 clusters of group dev.")
                      .doesNotContain("Warning"));
    }
  }

  /** The audit log shows a write a moment after its effect. */
  private static void assertSteps(RealBesideFixture fixture, String what, List<String> steps) {
    await()
        .atMost(Patience.MOST)
        .untilAsserted(() -> assertThat(fixture.steps()).as(what).isEqualTo(steps));
  }

  private static void assertObjects(RealBesideFixture fixture) {
    Map<String, String> labels =
        Map.of(
            "sluice.io/override",
            fixture.rollout.namespace() + ".web",
            "velero.io/exclude-from-backup",
            "true");
    GenericKubernetesResource placement = fixture.find(Kinds.PLACEMENT).orElseThrow();
    assertThat(placement.getMetadata().getLabels()).isEqualTo(labels);
    assertThat(placement.getMetadata().getAnnotations())
        .isEqualTo(
            Map.of("cluster.open-cluster-management.io/experimental-scheduling-disable", "true"));
    assertThat(placement.getMetadata().getOwnerReferences()).isEmpty();
    assertThat(placement.getAdditionalProperties())
        .isEqualTo(Map.of("spec", Map.of("numberOfClusters", 0)));

    GenericKubernetesResource binding = fixture.find(Kinds.PLACEMENT_BINDING).orElseThrow();
    assertThat(binding.getMetadata().getLabels()).isEqualTo(labels);
    assertThat(binding.getMetadata().getOwnerReferences()).isEmpty();
    assertThat(binding.getAdditionalProperties())
        .isEqualTo(
            Map.of(
                "placementRef",
                Map.of(
                    "apiGroup", "cluster.open-cluster-management.io",
                    "kind", "Placement",
                    "name", "sluice-web"),
                "subjects",
                List.of(
                    Map.of(
                        "apiGroup", "policy.open-cluster-management.io",
                        "kind", "Policy",
                        "name", "web")),
                "bindingOverrides",
                Map.of("remediationAction", "enforce"),
                "subFilter",
                "restricted"));
    assertPage(fixture, placement.getMetadata(), labels);
  }

  private static void assertPage(
      RealBesideFixture fixture, ObjectMeta placement, Map<String, String> labels) {
    GenericKubernetesResource page =
        fixture
            .client()
            .genericKubernetesResources(Kinds.PLACEMENT_DECISION)
            .inNamespace(fixture.rollout.namespace())
            .withName("sluice-web-decision-1")
            .get();
    assertThat(page.getMetadata().getLabels())
        .containsAllEntriesOf(labels)
        .containsEntry("cluster.open-cluster-management.io/placement", "sluice-web")
        .containsEntry("cluster.open-cluster-management.io/decision-group-index", "0")
        .containsEntry("cluster.open-cluster-management.io/decision-group-name", "")
        .hasSize(5);
    assertThat(page.getMetadata().getOwnerReferences())
        .extracting(owner -> owner.getKind() + " " + owner.getName() + " " + owner.getUid())
        .containsExactly("Placement sluice-web " + placement.getUid());
  }

  @Test
  void pagesAreOnlyAppendedToAndNeverListAClusterOutsideThePlacement() {
    try (RealBesideFixture fixture =
        RealBesideFixture.of("dev=" + names(1, 60), "prod=" + names(61, 130))) {
      fixture.policy("one").rollout.rollout(OverrideFixture.MANUAL);
      fixture.approve("dev");
      fixture.await(() -> fixture.listed().size() == 60);
      assertListedTogether(fixture, names(1, 60));
      fixture.awaitWaitingFor("Waiting for approval of group prod");

      fixture.rollout.leave("dev", "bp001").leave("prod", "bp130");
      fixture.await(() -> fixture.rollout.replica("bp001").isEmpty());
      fixture.await(() -> !fixture.listed().contains("bp001"));
      fixture.rollout.join("dev", "bp200");
      fixture.await(() -> fixture.listed().contains("bp200"));
      assertThat(fixture.page(1).subList(0, 2)).containsExactly("bp002", "bp003");
      assertThat(fixture.page(1)).hasSize(60).endsWith("bp060", "bp200");

      fixture.approve("dev", "prod");
      fixture.await(() -> fixture.listed().size() == 60 + 69);
      assertListedTogether(fixture, names(61, 129));
      assertThat(fixture.page(1)).hasSize(100).startsWith("bp002").contains("bp200");
      assertThat(fixture.page(2)).hasSize(29);
      fixture.await(() -> fixture.actions().stream().filter("enforce"::equals).count() == 60 + 69);

      fixture.awaitEnd(1, "Succeeded");
      fixture.await(fixture::clean);
      fixture.checkPagesWereWrittenOnce((names(1, 129) + ",bp200").split(","));
      assertThat(fixture.history().pages())
          .noneMatch(page -> page.clusters().contains("bp130"))
          .isNotEmpty();
    }
  }

  /** A write lists many clusters: a wave is not one write for each of them. */
  private static void assertListedTogether(RealBesideFixture fixture, String wave) {
    List<String> clusters = List.of(wave.split(","));
    fixture.await(
        () ->
            fixture.history().added().stream()
                .flatMap(Set::stream)
                .collect(Collectors.toSet())
                .containsAll(clusters));
    List<Integer> sizes =
        fixture.history().added().stream()
            .map(added -> (int) added.stream().filter(clusters::contains).count())
            .filter(size -> size > 0)
            .toList();
    System.out.printf("FIGURE pages: %d clusters listed by writes of %s%n", clusters.size(), sizes);
    assertThat(sizes).anyMatch(size -> size > clusters.size() / 4);
  }

  private static String names(int first, int last) {
    return IntStream.rangeClosed(first, last)
        .mapToObj("bp%03d"::formatted)
        .collect(Collectors.joining(","));
  }

  @Test
  void nothingCountsBeforeTheReplicasEnforce() {
    try (RealBesideFixture fixture = RealBesideFixture.of("dev=d1,d2", "prod=p1")) {
      fixture.policy("one").rollout.rollout(OverrideFixture.MANUAL);
      fixture.awaitWaitingFor("Waiting for approval of group dev");
      fixture.propagator.pause();
      fixture.approve("dev");
      fixture.await(() -> fixture.listed().equals(List.of("d1", "d2")));
      Patience.stays(
          Duration.ofSeconds(4),
          () ->
              assertThat(fixture.rollout.status().get("counts").toString())
                  .contains("succeeded=0", "soaking=0", "clusters=3"));
      assertThat(fixture.actions()).containsOnly("inform");
      fixture.propagator.resume();
      fixture.awaitWaitingFor("Waiting for approval of group prod");
      assertThat(fixture.rollout.status().get("evidence").toString())
          .isEqualTo("{confirmed=2, weak=0}");
    }
  }
}
