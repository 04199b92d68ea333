package io.sluice.template.work;

import static io.sluice.template.work.StoredTemplate.CREATED;
import static io.sluice.template.work.StoredTemplate.lazy;
import static io.sluice.template.work.StoredTemplate.policy;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.activation.ActivationDecision.Hold;
import io.sluice.activation.ActivationRecord;
import io.sluice.activation.ActiveIntent;
import io.sluice.template.CreationRule;
import io.sluice.template.PolicyClaim;
import io.sluice.template.PropagationPolicy;
import io.sluice.template.work.TemplatePlan.DesiredBinding;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TemplatePlannerTest {
  private final StoredTemplate stored = new StoredTemplate().clusters("m1", "m2");

  @Test
  void aTemplateThatWasCreatedUnderALazyPolicyIsActivated() {
    TemplatePlan plan = stored.plan(lazy("a", "m1"));

    assertThat(binding(plan).clusters()).containsExactly("m1");
    assertThat(binding(plan).live()).isTrue();
    assertThat(binding(plan).claim()).isEqualTo(plan.claim());
    assertThat(plan.seen()).isEmpty();
  }

  @Test
  void aTemplateThatWasThereBeforeItsLazyPolicyIsClaimedOnlyUntilItsUserChangesIt() {
    PropagationPolicy later =
        policy("a", CREATED.plusSeconds(60), Map.of("activationPreference", "Lazy"), "m1");
    TemplatePlan claimed = stored.decide(later);
    assertThat(claimed.claim()).map(PolicyClaim::permanentId).contains("id-a");
    assertThat(claimed.binding()).isEmpty();
    assertThat(claimed.seen()).contains(stored.fingerprint());
    assertThat(stored.plan(later).binding()).isEmpty();

    assertThat(binding(stored.content("2").plan(later)).clusters()).containsExactly("m1");
  }

  @Test
  void whatWasDecidedBeforeIsNotCreatedUnderAnOlderPolicyThatComesNext() {
    stored.decide(
        policy("a", CREATED.plusSeconds(60), Map.of("activationPreference", "Lazy"), "m1"));

    assertThat(stored.plan(lazy("b", "m1")).binding()).isEmpty();
  }

  @Test
  void inTheSameSecondATemplateWasThereFirstIfItWasSeenBeforeItsPolicy() {
    PropagationPolicy same = policy("a", CREATED.plusMillis(400), Map.of(), "m1");

    assertThat(CreationRule.createdUnder(same, stored.template(), false, false)).isTrue();
    assertThat(CreationRule.createdUnder(same, stored.template(), false, true)).isFalse();
    assertThat(CreationRule.createdUnder(same, stored.template(), true, false)).isFalse();
  }

  @Test
  void aHandoverThatWaitsLeavesTheSnapshotAndNamesNoPolicyOnTheBinding() {
    stored.decide(lazy("a", "m1"));

    TemplatePlan handover = stored.plan(lazy("b", "m2"));
    assertThat(handover.claim()).map(PolicyClaim::permanentId).contains("id-b");
    assertThat(binding(handover).claim()).isEmpty();
    assertThat(binding(handover).clusters()).containsExactly("m1");

    assertThat(binding(stored.plan(lazy("b", "m1"))).claim())
        .as("an equal snapshot is its own")
        .map(PolicyClaim::permanentId)
        .contains("id-b");
    assertThat(binding(stored.plan(lazy("a", "m2"))).claim())
        .as("its own edit waits")
        .map(PolicyClaim::permanentId)
        .contains("id-a");
  }

  @Test
  void withoutAnOwnerOnlyClustersThatAreGoneLeave() {
    stored.decide(policy("a", CREATED, Map.of("placement", Map.of()), "unused"));
    assertThat(stored.binding().clusters()).containsExactly("m1", "m2");

    assertThat(binding(stored.clusters("m2", "m3").plan(Optional.empty())).clusters())
        .containsExactly("m2");
  }

  @Test
  void underAnOwnerClustersJoinTheActivePlacementAlsoWhileAnEditWaits() {
    Map<String, Object> everywhere = Map.of("placement", Map.of(), "activationPreference", "Lazy");
    stored.decide(policy("a", CREATED.minusSeconds(60), everywhere));

    TemplatePlan waiting = stored.clusters("m1", "m2", "m3").plan(lazy("a", "m1"));
    assertThat(binding(waiting).clusters()).containsExactly("m1", "m2", "m3");
    assertThat(binding(waiting).record().flatMap(ActivationRecord::pending)).isPresent();
  }

  @Test
  void aPlacementThatFitsNoClusterLeavesTheFormerOnes() {
    stored.decide(immediate("a", "m1"));

    DesiredBinding moved = binding(stored.plan(immediate("a", "m9")));
    assertThat(moved.unfit()).isTrue();
    assertThat(moved.clusters()).containsExactly("m1");
    assertThat(moved.unknown()).containsExactly("m9");
  }

  @Test
  void aRefusedPolicyClaimsAndHoldsAndTheFirstLookStays() {
    PropagationPolicy refused = immediate("a", "m1", Map.of("association", true));
    TemplatePlan first = stored.decide(refused);
    assertThat(first.decision()).isInstanceOf(Hold.class);
    assertThat(first.claim()).isPresent();
    assertThat(first.binding()).isEmpty();
    assertThat(first.seen()).contains(stored.fingerprint());

    assertThat(stored.content("2").plan(refused).seen())
        .as("an edit made meanwhile counts once it is repaired")
        .isEqualTo(first.seen());
  }

  @Test
  void contentThatChangedWhileTheGateHoldsIsNotTheActiveOne() {
    stored.decide(immediate("a", "m1"));
    assertThat(binding(stored.plan(immediate("a", "m1"))).live()).isTrue();

    PropagationPolicy refused = immediate("a", "m2", Map.of("association", true));
    DesiredBinding held = binding(stored.content("2").plan(refused));
    assertThat(held.live()).isFalse();
    assertThat(held.clusters()).containsExactly("m1");
    assertThat(held.record()).isEqualTo(stored.binding().record());
  }

  @Test
  void theRecordIdentifiesTheManifestOfTheActiveContentForAsLongAsItIsActive() {
    stored.decide(lazy("a", "m1"));
    Optional<String> manifest = manifest(stored.binding().record());
    assertThat(manifest)
        .contains(
            ManifestRenderer.identity(
                StoredTemplate.VIEW, ManifestRenderer.render(stored.template().object())));

    assertThat(manifest(binding(stored.plan(lazy("a", "m2"))).record())).isEqualTo(manifest);
    assertThat(manifest(binding(stored.content("2").plan(lazy("a", "m1"))).record()))
        .isPresent()
        .isNotEqualTo(manifest);
  }

  @Test
  void whatOnlyAWorkloadNeedsHasABindingWithoutASnapshotAndLiveContent() {
    PropagationPolicy later =
        policy("a", CREATED.plusSeconds(60), Map.of("activationPreference", "Lazy"), "m1");
    stored.requiredBy(new DependencyRequirement("default", "w", "id-w", List.of("m2"), Map.of()));

    TemplatePlan plan = stored.plan(later);
    assertThat(binding(plan).snapshot()).isEmpty();
    assertThat(binding(plan).clusters()).isEmpty();
    assertThat(binding(plan).live()).isTrue();
    assertThat(plan.seen()).isPresent();
  }

  private static PropagationPolicy immediate(String name, String cluster) {
    return StoredTemplate.immediate(name, cluster);
  }

  private static PropagationPolicy immediate(
      String name, String cluster, Map<String, Object> more) {
    return policy(name, CREATED.minusSeconds(60), more, cluster);
  }

  private static DesiredBinding binding(TemplatePlan plan) {
    return plan.binding().orElseThrow();
  }

  private static Optional<String> manifest(Optional<ActivationRecord> record) {
    return record.flatMap(ActivationRecord::active).flatMap(ActiveIntent::manifest);
  }
}
