package io.sluice.activation.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.activation.ActivationCause;
import io.sluice.activation.ActivationRelease;
import io.sluice.activation.PendingIntent;
import io.sluice.rollout.strategy.Amount;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PolicyActivationPlannerTest {
  private final LazyPolicy policy = new LazyPolicy();

  private LazyPolicy.Bound active(String... clusters) {
    LazyPolicy.Bound bound = policy.bind("sites", clusters);
    policy.decide();
    policy.replicas = Set.of(clusters);
    return bound;
  }

  private PendingIntent pending() {
    return policy.stored.orElseThrow().record().pending().orElseThrow();
  }

  private void released(String revision) {
    policy.release = ActivationRelease.of(Optional.of(revision), Optional.empty());
  }

  @Test
  void aPolicyCreatedAfterItsBindingsIsRolledOutAtOnce() {
    policy.bind("sites", "c1", "c2");

    assertThat(policy.decide().upToDate()).isTrue();
    assertThat(policy.active()).containsExactly("c1", "c2");
    assertThat(policy.stored.orElseThrow().record().active().orElseThrow().cause())
        .isEqualTo(ActivationCause.CREATED);
  }

  @Test
  void aBindingCreatedAfterThePolicyWaits() {
    active("c1");
    policy.bind("later", "c2").edited = policy.now;

    assertThat(policy.decide().reason()).isEqualTo("PendingPolicyChange");
    assertThat(policy.active()).containsExactly("c1");
    policy.content = "b";
    assertThat(policy.decide().upToDate()).isTrue();
    assertThat(policy.active()).containsExactly("c1", "c2");
  }

  @Test
  void aPolicyWithALaterBindingAloneGetsNoClusterYet() {
    policy.bind("later", "c2").edited = LazyPolicy.CREATED.plusSeconds(60);

    assertThat(policy.decide().upToDate()).isFalse();
    assertThat(policy.active()).isEmpty();
  }

  @Test
  void anEditedPlacementFreezesItsClustersAndSaysHowManyWouldJoinAndLeave() {
    LazyPolicy.Bound sites = active("c1", "c2");
    sites.select("spec-2", "c2", "c3").generation = 8;
    PolicyActivationDecision decision = policy.decide();

    String active = policy.stored.orElseThrow().record().active().orElseThrow().revision();
    assertThat(decision.message())
        .isEqualTo(
            "Placement sites changed (generation 7 to 8: 1 cluster joins, 1 leaves); waits for a"
                + " change of policy web. Revision %s is active, %s is pending. To activate it now,"
                    .formatted(active, pending().revision())
                + " set spec.activatePending.revision of Rollout policy-web to %s."
                    .formatted(pending().revision()));
    sites.select("spec-2", "c2", "c3", "c4");
    policy.decide();
    assertThat(policy.stored.orElseThrow().clustersToAdd()).isEqualTo(2);
    assertThat(policy.active()).containsExactly("c1", "c2");
    assertThat(pending().changes()).containsExactly("placement");
  }

  @Test
  void anEditedPlacementKeepsTheSizeOfItsGroups() {
    LazyPolicy.Bound sites = active("c1", "c2");
    assertThat(groupSize()).isEmpty();
    for (Amount size : List.of(Amount.count(2), Amount.percent(25))) {
      // A record that was stored without it gets it from a placement that has its active spec.
      sites.groupSize = Optional.of(size);
      policy.decide();
      assertThat(groupSize()).contains(size);

      sites.select("spec-2", "c1", "c2").groupSize = Optional.of(Amount.count(7));
      policy.decide();
      assertThat(groupSize()).contains(size);
      sites.resolved = false;
      policy.decide();
      assertThat(groupSize()).contains(size);
      sites.resolved = true;
      sites.select("spec-1", "c1", "c2");
    }
    sites.select("spec-2", "c1", "c2").groupSize = Optional.of(Amount.count(7));
    policy.content = "b";
    policy.decide();
    assertThat(groupSize()).contains(Amount.count(7));
  }

  private Optional<Amount> groupSize() {
    return policy
        .stored
        .orElseThrow()
        .contribution("sites")
        .orElseThrow()
        .placement()
        .orElseThrow()
        .groupSize();
  }

  @Test
  void revertingTheEditThawsTheMembership() {
    LazyPolicy.Bound sites = active("c1", "c2");
    sites.select("spec-2", "c3");
    policy.decide();
    sites.select("spec-1", "c1", "c5");

    assertThat(policy.decide().upToDate()).isTrue();
    assertThat(policy.active()).containsExactly("c1", "c5");
  }

  @Test
  void decisionsOfAnEditThatWasRevertedAreNotTakenForThoseOfTheActiveSpec() {
    LazyPolicy.Bound sites = active("c1", "c2");
    sites.select("spec-2", "c3").generation = 8;
    policy.decide();
    Instant settled = policy.now.plusSeconds(5);
    sites.select("spec-1", "c3").generation = 9;
    sites.settlesAt = Optional.of(settled);

    assertThat(policy.decide().wakeup()).contains(settled);
    assertThat(policy.active()).containsExactly("c1", "c2");
    policy.now = settled;
    policy.decide();
    assertThat(policy.active()).containsExactly("c3");
    // Under one generation membership is scheduling.
    sites.select("spec-1", "c1", "c3");
    sites.settlesAt = Optional.of(policy.now.plusSeconds(100));
    policy.decide();
    assertThat(policy.active()).containsExactly("c1", "c3");
  }

  @Test
  void membershipUnderTheActivePlacementActsAtOnce() {
    active("c1", "c2").select("spec-1", "c2", "c5");

    assertThat(policy.decide().upToDate()).isTrue();
    assertThat(policy.active()).containsExactly("c2", "c5");
    assertThat(policy.stored.orElseThrow().joined()).isZero();
  }

  @Test
  void vanishedClustersLeaveAFrozenMembership() {
    active("c1", "c2").select("spec-2", "c3");
    policy.vanished = Set.of("c1");
    policy.decide();

    assertThat(policy.active()).containsExactly("c2");
  }

  @Test
  void aChangeOfTheContentActivatesEverything() {
    active("c1").select("spec-2", "c2");
    policy.strategy = Optional.of(Map.of("type", "Progressive"));
    policy.generation = 2;
    policy.decide();
    assertThat(pending().changes()).containsExactly("placement", "rolloutStrategy");
    assertThat(policy.stored.orElseThrow().generation()).contains(1L);

    policy.content = "b";
    policy.generation = 3;
    assertThat(policy.decide().upToDate()).isTrue();
    assertThat(policy.active()).containsExactly("c2");
    assertThat(policy.stored.orElseThrow().strategy()).contains(Map.of("type", "Progressive"));
    assertThat(policy.stored.orElseThrow().generation()).contains(3L);
    assertThat(policy.stored.orElseThrow().released()).isEmpty();
    assertThat(policy.stored.orElseThrow().joined()).isEqualTo(1);
  }

  @Test
  void theStrategyIsLazyOnlyIfEveryBindingIs() {
    active("c1");
    policy.bind("now", "c2").lazy = false;
    policy.strategy = Optional.of(Map.of("type", "Progressive"));
    policy.decide();

    assertThat(policy.stored.orElseThrow().strategy()).contains(Map.of("type", "Progressive"));
    policy.preference = LazyPolicy.preference(true);
    policy.strategy = Optional.empty();
    policy.decide();
    assertThat(policy.stored.orElseThrow().strategy()).contains(Map.of("type", "Progressive"));
  }

  @Test
  void itsRevisionReleasesEverythingThatWaitsAndBeginsAnAttempt() {
    active("c1").select("spec-2", "c2");
    policy.bind("later", "c3").edited = policy.now;
    policy.decide();
    String revision = pending().revision();
    released("stale");
    policy.decide();
    assertThat(policy.active()).containsExactly("c1");

    released(revision);
    assertThat(policy.decide().upToDate()).isTrue();
    assertThat(policy.active()).containsExactly("c2", "c3");
    assertThat(policy.stored.orElseThrow().released()).contains(revision);
  }

  @Test
  void anInstantReleasesWhatWaitsThenOnce() {
    LazyPolicy.Bound sites = active("c1");
    sites.select("spec-2", "c2");
    policy.decide();
    Instant at = policy.now.plusSeconds(100);
    policy.release = ActivationRelease.of(Optional.empty(), Optional.of(at.toString()));
    assertThat(policy.decide().wakeup()).contains(at);
    assertThat(policy.decide().message()).contains(at.toString());

    policy.now = at;
    policy.decide();
    assertThat(policy.active()).containsExactly("c2");
    sites.select("spec-3", "c3");
    policy.decide();
    assertThat(policy.active()).containsExactly("c2");
  }

  @Test
  void anInstantThatPassedWhileNothingDecidedReleasesWhatWasEditedBeforeIt() {
    LazyPolicy.Bound sites = active("c1");
    Instant at = policy.now.plusSeconds(100);
    policy.release = ActivationRelease.of(Optional.empty(), Optional.of(at.toString()));
    policy.decide();
    sites.select("spec-2", "c2").selectionEdited = Optional.of(at.minusSeconds(1));
    policy.now = at.plusSeconds(50);
    policy.decide();

    assertThat(policy.active()).containsExactly("c2");
    assertThat(policy.stored.orElseThrow().record().released()).contains(at);
  }

  @Test
  void anInstantThatPassedReleasesNoEditOfThePlacementAfterIt() {
    LazyPolicy.Bound sites = active("c1");
    Instant at = policy.now.plusSeconds(100);
    policy.release = ActivationRelease.of(Optional.empty(), Optional.of(at.toString()));
    sites.select("spec-2", "c2").selectionEdited = Optional.of(at.plusSeconds(1));
    policy.now = at.plusSeconds(50);
    policy.decide();

    assertThat(policy.active()).containsExactly("c1");
  }

  @Test
  void anOverrideThatWaitsChangesClustersThatStay() {
    LazyPolicy.Bound sites = active("c1", "c2");
    sites.override = Optional.of("enforce");
    PolicyActivationDecision decision = policy.decide();

    assertThat(decision.clusters().changed()).containsExactly("c1", "c2");
    assertThat(decision.message())
        .startsWith("PlacementBinding sites changed (bindingOverrides: 2 clusters change); waits");
    assertThat(policy.stored.orElseThrow().clustersToChange()).isEqualTo(2);
  }

  @Test
  void severalEditsThatWaitAreNamedTogether() {
    active("c1").select("spec-2", "c2").generation = 9;
    policy.strategy = Optional.of(Map.of("type", "Progressive"));
    policy.bind("later", "c3", "c4").edited = policy.now;

    assertThat(policy.decide().message())
        .startsWith(
            "The rollout strategy changed, Placement sites changed (generation 7 to 9),"
                + " PlacementBinding later was added: 3 clusters join, 1 leaves; waits");
  }

  @Test
  void whatIsNoInstantKeepsTheGateClosed() {
    active("c1").select("spec-2", "c2");
    policy.release = ActivationRelease.of(Optional.empty(), Optional.of("tomorrow"));
    PolicyActivationDecision decision = policy.decide();

    assertThat(decision.reason()).isEqualTo("BadInstant");
    assertThat(decision.message()).contains("tomorrow");
    assertThat(policy.active()).containsExactly("c1");
  }

  @Test
  void aMissingPlacementIsHeldAndKeepsItsClustersWhateverTheContentIs() {
    LazyPolicy.Bound sites = active("c1");
    sites.resolved = false;
    policy.content = "b";
    PolicyActivationDecision decision = policy.decide();

    assertThat(decision.reason()).isEqualTo("TargetUnresolved");
    assertThat(policy.active()).containsExactly("c1");
    assertThat(policy.stored.orElseThrow().decided("b")).isTrue();
    // The change of the content that was made meanwhile counts.
    sites.resolved = true;
    sites.select("spec-2", "c2");
    policy.decide();
    assertThat(policy.active()).containsExactly("c2");
  }

  @Test
  void aPlacementThatIsCreatedAfterThePolicyAndItsBindingDoesNotWait() {
    LazyPolicy.Bound sites = policy.bind("sites", "c1");
    sites.resolved = false;
    assertThat(policy.decide().reason()).isEqualTo("TargetUnresolved");
    sites.resolved = true;

    assertThat(policy.decide().upToDate()).isTrue();
    assertThat(policy.active()).containsExactly("c1");
  }

  @Test
  void withoutARecordAMissingPlacementLeavesTheReplicas() {
    policy.replicas = Set.of("c1");
    LazyPolicy.Bound sites = policy.bind("sites");
    sites.resolved = false;
    policy.decide();
    assertThat(policy.active()).containsExactly("c1");

    sites.resolved = true;
    sites.select("spec-2", "c2");
    assertThat(policy.decide().upToDate()).isFalse();
    assertThat(policy.active()).containsExactly("c1");
  }

  @Test
  void anUnknownPreferenceClosesTheGate() {
    active("c1").select("spec-2", "c2");
    policy.preference = new ActivationPreference(false, Optional.of("lazy"));
    policy.content = "b";

    assertThat(policy.decide().reason()).isEqualTo("TargetingRefused");
    assertThat(policy.active()).containsExactly("c1");
  }

  @Test
  void removingThePreferenceActivatesWhatWaited() {
    LazyPolicy.Bound sites = active("c1");
    policy.bind("other", "c9");
    policy.content = "b";
    policy.decide();
    sites.select("spec-2", "c2");
    policy.decide();
    assertThat(policy.active()).containsExactly("c1", "c9");
    sites.lazy = false;

    assertThat(policy.decide().upToDate()).isTrue();
    assertThat(policy.active()).containsExactly("c2", "c9");
    assertThat(policy.stored.orElseThrow().released()).isPresent();
  }

  @Test
  void exclusionsActAtOnceAndTheirRemovalWaits() {
    LazyPolicy.Bound sites = policy.bind("sites", "c1", "c2");
    sites.links = Map.of("PolicySet/base", List.of());
    policy.decide();
    sites.links = Map.of("PolicySet/base", List.of("c2"));
    assertThat(policy.decide().upToDate()).isTrue();
    assertThat(policy.active()).containsExactly("c1");

    sites.links = Map.of("PolicySet/base", List.of());
    assertThat(policy.decide().upToDate()).isFalse();
    assertThat(pending().changes()).containsExactly("subjects");
    assertThat(policy.active()).containsExactly("c1");
  }

  @Test
  void aLinkIsWithdrawnAtOnceAndAddedLazily() {
    LazyPolicy.Bound sites = policy.bind("sites", "c1");
    sites.links = Map.of("Policy", List.of(), "PolicySet/base", List.of("c1"));
    policy.decide();
    sites.links = Map.of("PolicySet/base", List.of("c1"));
    assertThat(policy.decide().upToDate()).isTrue();
    assertThat(policy.active()).isEmpty();

    sites.links = Map.of("Policy", List.of(), "PolicySet/base", List.of("c1"));
    assertThat(policy.decide().upToDate()).isFalse();
    assertThat(policy.active()).isEmpty();
  }

  @Test
  void aBindingThatWasDeletedIsForgottenAndWaitsWhenItReturns() {
    LazyPolicy.Bound sites = active("c1");
    policy.bindings.clear();
    policy.preference = LazyPolicy.preference(true);
    policy.decide();
    assertThat(policy.active()).isEmpty();

    policy.bindings.put("sites", sites);
    assertThat(policy.decide().upToDate()).isFalse();
    assertThat(policy.active()).isEmpty();
  }

  @Test
  void withoutARecordJustTheDesiredReplicasAreTakenOver() {
    policy.replicas = Set.of("c1", "c2");
    policy.bind("sites", "c1", "c2").edited = LazyPolicy.CREATED.plusSeconds(60);

    assertThat(policy.decide().upToDate()).isTrue();
    assertThat(policy.active()).containsExactly("c1", "c2");
    assertThat(policy.stored.orElseThrow().record().active().orElseThrow().cause())
        .isEqualTo(ActivationCause.ADOPTED);
  }

  @Test
  void withoutARecordOtherReplicasStayAndTheTargetingIsPending() {
    policy.replicas = Set.of("c1", "c2");
    policy.bind("sites", "c2", "c3");

    assertThat(policy.decide().reason()).isEqualTo("PendingPolicyChange");
    assertThat(policy.active()).containsExactly("c1", "c2");
    policy.content = "b";
    policy.decide();
    assertThat(policy.active()).containsExactly("c2", "c3");
  }

  @Test
  void decidingAgainChangesNothing() {
    active("c1").select("spec-2", "c2");
    policy.decide();
    Map<String, Object> before = PolicyActivationTree.of(policy.stored.orElseThrow());
    policy.decide();

    assertThat(PolicyActivationTree.of(policy.stored.orElseThrow())).isEqualTo(before);
  }
}
