package io.sluice.process;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.settings.Settings;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.simulator.spoke.SpokeDelays;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Plays each edit of how a lazily bound policy is placed, and what follows from it (lazy-activation
 * 4.2 to 4.5): clusters c1 and c2 are active.
 */
@Tag("nightly")
@Timeout(300)
class LazyTargetingTest {
  private static final String POLICY = "Policy web";
  private static final Settings QUICK =
      RolloutFixture.QUICK.with(settings -> settings.removalGrace(Duration.ofMillis(100)));
  private static final SpokeBehaviour SPOKE =
      SpokeBehaviour.ORDINARY.withDelays(
          SpokeDelays.OBSERVED.withEvaluationBackoff(Duration.ofMillis(200)));

  private final RolloutFixture fixture = fixture("all=c1,c2").lazy(true).informing();
  private final LazyFixture lazy = new LazyFixture(fixture);

  RolloutFixture fixture(String... groups) {
    return RolloutFixture.of(groups);
  }

  @BeforeEach
  void start() {
    fixture.spokes(SpokeBehaviours.all(SPOKE));
    List.of("c3", "c4", "c5").forEach(fixture::manage);
    lazy.placement("fleet", "global", "c1", "c2").placement("more", "more", "c3", "c4");
    lazy.bind("web", LazyFixture.FLEET, POLICY);
    fixture.start(QUICK).policy("one", "");
    lazy.awaitReplicas("one", "c1", "c2");
    lazy.awaitNothingPending();
    fixture.awaitPhase(Patience.MOST, "Done");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private void restart() {
    fixture.stop();
    fixture.start(QUICK);
  }

  /** What is seen again, as by a process that starts, is not said again. */
  private void assertSaidOnce(String object, String reason) {
    assertThat(lazy.events(object, reason)).isNotEmpty().doesNotHaveDuplicates();
  }

  /** Returns the active intent, which membership does not change. */
  private Map<String, Object> active() {
    return JsonTree.map(lazy.activation(), "active");
  }

  @Test
  void whatSelectsWaitsAndAReversalLeavesNoTrace() {
    Map<String, Object> active = active();
    lazy.placement("fleet", "other", "c2", "c3");
    lazy.awaitPending("placement", 1, 0, 1);
    lazy.placement("fleet", "other", "c2", "c3", "c4");
    lazy.awaitPending("placement", 2, 0, 1);
    lazy.placement("fleet", "global", "c1", "c2");
    lazy.awaitNothingPending();

    lazy.bind("web", LazyFixture.placementRef("Placement", "more"), POLICY);
    lazy.awaitPending("placement placementRef", 2, 0, 2);
    lazy.rule("old", "c1", "c5")
        .bind("web", LazyFixture.placementRef("PlacementRule", "old"), POLICY);
    lazy.awaitPending("placement placementRef", 1, 0, 1);
    lazy.bind("web", LazyFixture.FLEET + "\nsubFilter: restricted", POLICY);
    lazy.awaitPending("subFilter", 0, 0, 2);
    lazy.bind("web", LazyFixture.FLEET + "\nremediationActionOverride: {subFilter: true}", POLICY);
    lazy.awaitPending("subFilter", 0, 0, 2);
    lazy.bind(
        "web", LazyFixture.FLEET + "\nbindingOverrides: {remediationAction: enforce}", POLICY);
    lazy.awaitPending("bindingOverrides", 0, 2, 0);
    assertThat(lazy.message())
        .startsWith("PlacementBinding web changed (bindingOverrides: 2 clusters change); waits");
    fixture.request("rolloutStrategy", Map.of("type", "Progressive"));
    lazy.awaitPending("bindingOverrides rolloutStrategy", 0, 2, 0);
    lazy.keeps("c1", "c2");
    assertThat(fixture.contentAndAction("c1")).isEqualTo("one inform");

    fixture.request("rolloutStrategy", null);
    lazy.bind("web", LazyFixture.FLEET, POLICY);
    lazy.awaitNothingPending();
    assertThat(active()).isEqualTo(active);
    assertThat(fixture.contentWrites("c1")).isEqualTo(1);
    assertThat(fixture.contentWrites("c3") + fixture.contentWrites("c5")).isZero();
    assertThat(fixture.status()).containsEntry("attempt", 1);
    LazyFixture.soon(
        () -> assertThat(lazy.events("PlacementBinding/web", "ActivationPending")).isNotEmpty());
    assertThat(lazy.events("PlacementBinding/web", "Activated")).isEmpty();
  }

  @Test
  void editsThatWaitCollapseOutlastARestartAndFollowTheContentInOneRollout() {
    lazy.placement("fleet", "other", "c2", "c3");
    lazy.awaitPending("placement", 1, 0, 1);
    lazy.bind("extra", LazyFixture.placementRef("Placement", "more"), POLICY);
    lazy.bind(
        "web", LazyFixture.FLEET + "\nbindingOverrides: {remediationAction: enforce}", POLICY);
    lazy.awaitPending("bindingOverrides placement placementRef subjects", 2, 1, 1);
    Map<String, Object> waits = lazy.pending();
    restart();
    lazy.keeps("c1", "c2");
    assertThat(lazy.pending()).isEqualTo(waits);
    assertThat(lazy.message())
        .startsWith("PlacementBinding extra was added, Placement fleet changed (generation")
        .contains("PlacementBinding web changed (bindingOverrides): 2 clusters join")
        .contains("waits for a change of policy web.");

    fixture.policy("two", "");
    lazy.awaitReplicas("two", "c2", "c3", "c4");
    lazy.awaitNothingPending();
    assertThat(fixture.contentAndAction("c3")).isEqualTo("two enforce");
    assertThat(fixture.contentAndAction("c4")).isEqualTo("two inform");
    assertThat(active()).containsEntry("cause", "ContentChanged");
    fixture.awaitStatus(Patience.MOST, status -> "Done".equals(status.get("phase")));
    assertThat(fixture.status()).containsEntry("attempt", 2);
    LazyFixture.soon(
        () -> {
          assertSaidOnce("PlacementBinding/web", "Activated");
          assertSaidOnce("PlacementBinding/extra", "Activated");
        });
    assertSaidOnce("PlacementBinding/extra", "ActivationPending");
  }

  @Test
  void aLinkIsAddedLazilyAndWithdrawnAtOnce() {
    lazy.bind("extra", LazyFixture.placementRef("Placement", "more"), "Policy other");
    lazy.keeps("c1", "c2");
    lazy.bind("extra", LazyFixture.placementRef("Placement", "more"), POLICY);
    lazy.awaitPending("placement placementRef subjects", 2, 0, 0);
    restart();
    lazy.keeps("c1", "c2");
    fixture.activatePending(Map.of("revision", lazy.pending().get("revision")));
    lazy.awaitReplicas("one", "c1", "c2", "c3", "c4");
    lazy.awaitNothingPending();
    lazy.delete(Kinds.PLACEMENT_BINDING, "extra");
    lazy.awaitReplicas("one", "c1", "c2");

    lazy.set("base", "{policies: [other]}");
    lazy.bind("extra", LazyFixture.placementRef("Placement", "more"), "PolicySet base");
    lazy.set("base", "{policies: [other, web]}");
    lazy.awaitPending("placement placementRef subjects", 2, 0, 0);
    fixture.policy("two", "");
    lazy.awaitReplicas("two", "c1", "c2", "c3", "c4");
    lazy.set(
        "base", "{policies: [other, web], exclusions: [{policyName: web, clusterNames: [c3]}]}");
    lazy.awaitReplicas("two", "c1", "c2", "c4");
    lazy.set("base", "{policies: [other, web]}");
    lazy.awaitPending("subjects", 1, 0, 0);
    lazy.set("base", "{policies: [other]}");
    lazy.awaitReplicas("two", "c1", "c2");

    lazy.bind("web", LazyFixture.FLEET, "Policy other");
    lazy.awaitReplicas("two");
    lazy.bind("web", LazyFixture.FLEET, POLICY);
    lazy.awaitPending("placement placementRef subjects", 2, 0, 0);
    lazy.keeps();
    fixture.policy("three", "");
    lazy.awaitReplicas("three", "c1", "c2");
    lazy.delete(Kinds.POLICY, "web");
    lazy.awaitReplicas("three");
  }

  @Test
  void aPreferenceOnThePolicyGovernsAllItsBindings() {
    fixture.edit(
        fixture.namespace(),
        "web",
        root -> {
          root.getMetadata()
              .setAnnotations(
                  new TreeMap<>(
                      Map.of("policy.open-cluster-management.io/activation-preference", "Lazy")));
          return root;
        });
    String[] policy = {POLICY};
    lazy.bind("web", "", LazyFixture.FLEET, policy);
    lazy.bind("extra", "", LazyFixture.placementRef("Placement", "more"), policy);
    lazy.awaitPending("placement placementRef subjects", 2, 0, 0);
    restart();
    lazy.keeps("c1", "c2");
    fixture.activatePending(Map.of("revision", lazy.pending().get("revision")));
    lazy.awaitReplicas("one", "c1", "c2", "c3", "c4");
    lazy.awaitNothingPending();
  }

  @Test
  void aRetryRepeatsWhatIsActive() {
    fixture.fleet().behave("c1", SPOKE.neverCompliant());
    fixture.enforcing().policy("two", "{type: Progressive, progressive: {progressDeadline: 1s}}");
    Map<String, Object> failed =
        fixture.awaitStatus(Patience.MOST, status -> "Failed".equals(status.get("outcome")));
    lazy.placement("fleet", "other", "c2", "c3");
    lazy.awaitPending("placement", 1, 0, 1);

    fixture.request("retryRollout", Map.of("rolloutUID", failed.get("rolloutUID")));
    fixture.awaitStatus(Patience.MOST, status -> Integer.valueOf(3).equals(status.get("attempt")));
    lazy.keeps("c1", "c2");
    lazy.awaitPending("placement", 1, 0, 1);
  }

  @Test
  void membershipIsSchedulingUnderTheActivePlacementAndFrozenUnderAnother() {
    lazy.placement("fleet", "global", "c1", "c2", "c5");
    lazy.awaitReplicas("one", "c1", "c2", "c5");
    lazy.placement("fleet", "global", "c1", "c2");
    lazy.awaitReplicas("one", "c1", "c2");
    assertThat(lazy.pending()).isEmpty();

    lazy.placement("fleet", "other", "c2", "c3");
    lazy.awaitPending("placement", 1, 0, 1);
    restart();
    lazy.placement("fleet", "other", "c3", "c4");
    lazy.awaitPending("placement", 2, 0, 2);
    lazy.keeps("c1", "c2");
    lazy.vanish("c2");
    lazy.awaitPending("placement", 2, 0, 1);
    fixture.manage("c2");
    lazy.placement("fleet", "global", "c1", "c2", "c5");
    lazy.awaitReplicas("one", "c1", "c2", "c5");
    lazy.awaitNothingPending();
    assertThat(fixture.contentWrites("c3") + fixture.contentWrites("c4")).isZero();
  }

  @Test
  void aMissingPlacementIsHeldAndItsClustersGetNewVersions() {
    lazy.delete(Kinds.PLACEMENT, "fleet").delete(Kinds.PLACEMENT_DECISION, "fleet-decision-1");
    LazyFixture.soon(() -> assertThat(lazy.condition()).isEqualTo("False TargetUnresolved"));
    lazy.keeps("c1", "c2");
    fixture.policy("two", "");
    lazy.awaitReplicas("two", "c1", "c2");
    restart();
    lazy.placement("fleet", "global", "c1", "c5");
    // The change of the policy counts, which was made meanwhile.
    lazy.awaitReplicas("two", "c1", "c5");
    lazy.awaitNothingPending();
  }

  @Test
  void anUnknownPreferenceHoldsAndEachPreferenceActsWithTheWriteThatSetsIt() {
    String[] policy = {POLICY};
    lazy.bind("web", LazyFixture.LAZY.replace("Lazy", "lazy"), LazyFixture.FLEET, policy);
    LazyFixture.soon(() -> assertThat(lazy.condition()).isEqualTo("False TargetingRefused"));
    lazy.placement("fleet", "other", "c2", "c3");
    lazy.keeps("c1", "c2");
    lazy.bind("web", "", LazyFixture.placementRef("Placement", "more"), policy);
    lazy.awaitReplicas("one", "c3", "c4");
    LazyFixture.soon(() -> assertThat(lazy.activation()).isEmpty());

    lazy.bind("web", LazyFixture.placementRef("Placement", "fleet"), POLICY);
    // What was active before is known by the replicas alone.
    lazy.awaitPending("placement", 1, 0, 1);
    lazy.keeps("c3", "c4");
  }

  @Test
  void labelsAndDisablingActAtOnceAndOpenNoGate() {
    lazy.placement("fleet", "other", "c2", "c3");
    lazy.awaitPending("placement", 1, 0, 1);
    fixture.edit(
        fixture.namespace(),
        "web",
        root -> {
          root.getMetadata().setLabels(new TreeMap<>(Map.of("team", "blue")));
          return root;
        });
    LazyFixture.soon(
        () ->
            assertThat(HubObjects.labels(fixture.replica("c1").orElseThrow()))
                .containsEntry("team", "blue"));
    lazy.keeps("c1", "c2");
    lazy.awaitPending("placement", 1, 0, 1);
    assertThat(fixture.status()).containsEntry("attempt", 1);

    fixture.edit(
        fixture.namespace(),
        "web",
        root -> {
          Map<String, Object> spec = HubObjects.part(root, "spec");
          spec.put("disabled", true);
          root.setAdditionalProperty("spec", spec);
          return root;
        });
    lazy.awaitReplicas("one");
  }

  @Test
  void strategiesWaitAndARunThatIsOpenKeepsItsOwn() {
    String manual = "{type: manualPerGroup, manualPerGroup: {progressDeadline: 5m}}";
    fixture.enforcing().policy("two", manual);
    fixture.awaitPhase(Patience.MOST, "WaitingForApproval");
    fixture.policy("two", "{type: Progressive}");
    lazy.awaitPending("rolloutStrategy", 0, 0, 0);
    assertThat(lazy.message())
        .startsWith("The rollout strategy changed (no cluster joins or leaves); waits for");
    restart();
    lazy.keeps("c1", "c2");
    assertThat(fixture.status()).containsEntry("phase", "WaitingForApproval");
    assertThat(fixture.content("c1")).isEqualTo("one");
    // An approval steers the rollout that runs, and is no targeting.
    fixture.request("ungrouped", Map.of("rolloutApproved", true));
    lazy.awaitReplicas("two", "c1", "c2");
    lazy.awaitPending("rolloutStrategy", 0, 0, 0);
    LazyFixture.soon(() -> assertSaidOnce("Policy/web", "ActivationPending"));

    fixture.policy("three", "{type: Progressive}");
    lazy.awaitReplicas("three", "c1", "c2");
    lazy.awaitNothingPending();
    LazyFixture.soon(() -> assertSaidOnce("Policy/web", "Activated"));
  }

  @Test
  void aLostRecordIsRebuiltFromTheReplicas() {
    lazy.placement("fleet", "other", "c2", "c3");
    lazy.awaitPending("placement", 1, 0, 1);
    fixture.stop();
    lazy.delete(Kinds.ROLLOUT, "policy-web");
    fixture.start(QUICK);
    lazy.awaitPending("placement", 1, 0, 1);
    lazy.keeps("c1", "c2");
    fixture.policy("two", "");
    lazy.awaitReplicas("two", "c2", "c3");
  }

  @Test
  void anInstantThatPassedWhileNothingWorkedReleasesOnReturnAndOnce() {
    lazy.placement("fleet", "other", "c2", "c3");
    lazy.awaitPending("placement", 1, 0, 1);
    String far = Instant.now().plusSeconds(3600).toString();
    fixture.activatePending(Map.of("at", far));
    LazyFixture.soon(() -> assertThat(lazy.message()).contains(" or for " + far));
    fixture.stop();
    Instant at = Instant.now().plusSeconds(1);
    fixture.activatePending(Map.of("at", at.toString()));
    await().until(() -> Instant.now().isAfter(at));
    fixture.start(QUICK);
    lazy.awaitReplicas("one", "c2", "c3");
    lazy.awaitNothingPending();
    assertThat(lazy.activation()).containsEntry("released", at.toString());

    lazy.placement("fleet", "third", "c4");
    lazy.awaitPending("placement", 1, 0, 2);
    restart();
    lazy.keeps("c2", "c3");

    fixture.activatePending(Map.of("at", "tonight"));
    LazyFixture.soon(() -> assertThat(lazy.condition()).isEqualTo("False BadInstant"));
    assertThat(lazy.message()).contains("\"tonight\"").contains("2026-03-01T22:00:00Z");
    lazy.keeps("c2", "c3");
  }
}
