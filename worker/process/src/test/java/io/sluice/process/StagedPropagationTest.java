package io.sluice.process;

import static io.sluice.process.TemplateFixture.soon;
import static io.sluice.process.TemplateFixture.strategy;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Carries a template from group to group: the table of lazy-activation 3, and its rules. */
@Tag("nightly")
@Timeout(300)
class StagedPropagationTest {
  private static final Optional<String> STAGED = Optional.of(strategy("0s", "10m"));
  private static final Optional<String> MANUAL =
      Optional.of(
          """
          type: manualPerGroup
          groupStrategy: {decisionGroups: [{groupName: canary, groupClusterSelector: {labelSelector: {matchLabels: {tier: canary}}}}]}
          """);
  private final StagedPropagationFixture fixture = new StagedPropagationFixture(servers());

  ObservedTestServers servers() {
    return new InMemoryTestServers();
  }

  /** Before the change only member1 has it, at content A; two clusters do not exist yet. */
  @BeforeEach
  void activateOnMember1() {
    fixture.start();
    fixture.policy(STAGED, true, "member1", "member5", "member6");
    fixture.web("A");
    fixture.ended(1, "Succeeded");
    assertThat(fixture.texts()).isEqualTo(Map.of("member1", "A"));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void aTouchMovesTheTargetGroupByGroupAndDeparturesGoLast() throws Throwable {
    fixture.unmoved(() -> fixture.policy(STAGED, true, "member2", "member3", "member4"));
    assertThat(fixture.hub.binding(fixture.template).orElseThrow().getMetadata().getAnnotations())
        .hasEntrySatisfying(
            "sluice.io/activation", record -> assertThat(record).contains("placement"));
    fixture.sicken("member2");
    fixture.web("B");
    soon(() -> assertThat(fixture.texts()).isEqualTo(Map.of("member1", "A", "member2", "B")));
    soon(() -> assertThat(fixture.phase()).isEqualTo("Progressing"));
    fixture.unmoved(fixture::restart);
    fixture.heal("member2");
    fixture.ended(2, "Succeeded");
    soon(
        () ->
            assertThat(fixture.texts())
                .isEqualTo(Map.of("member2", "B", "member3", "B", "member4", "B")));
    assertThat(fixture.rollout().get("rolloutStatus")).isEqualTo("Succeeded");
  }

  @Test
  void aTemplateThatBelongsToNoNamespaceIsRolledOutFromSluicesOwn() {
    fixture.clusterRole(STAGED.orElseThrow(), "member1", "member2");
    fixture.hasClusterRole("member1", "member2");

    fixture.clusterRole(STAGED.orElseThrow(), "member2", "member3");
    fixture.hasClusterRole("member2", "member3");
  }

  @Test
  void anApprovalOfAGroupThatTheStrategyDoesNotDeclareIsReported() {
    approve("canary");
    soon(() -> assertThat(fixture.condition("ApprovalsMatched")).containsEntry("status", "True"));
    approve("qa");
    soon(
        () ->
            assertThat(fixture.condition("ApprovalsMatched"))
                .containsEntry("status", "False")
                .containsEntry(
                    "message",
                    "spec.decisionGroups lists qa, which no groupStrategy of its policy declares."
                        + " Groups are canary and ungrouped."));

    fixture.sicken("member1");
    fixture.web("B");
    soon(() -> assertThat(fixture.rollout()).containsEntry("runOpen", true));
    approve("canary");
    soon(() -> assertThat(fixture.condition("ApprovalsMatched")).containsEntry("status", "True"));
    assertThat(fixture.rollout()).containsEntry("runOpen", true);
    assertThat(fixture.rollout().get("waitingFor").toString()).contains("to become healthy");
  }

  private void approve(String group) {
    fixture.patchRollout(
        Map.of("decisionGroups", List.of(Map.of("groupName", group, "rolloutApproved", true))));
  }

  @Test
  void anUnhealthyCanaryHaltsItAndARetryGoesOn() throws Throwable {
    Optional<String> impatient = Optional.of(strategy("0s", "10s"));
    fixture.policy(impatient, true, "member2", "member3", "member4", "member5");
    fixture.sicken("member2");
    fixture.web("B");
    fixture.ended(2, "Failed");
    assertThat(fixture.phase()).isEqualTo("Halted");
    assertThat(fixture.texts()).isEqualTo(Map.of("member1", "A", "member2", "B"));
    fixture.unmoved(fixture::restart);

    fixture.cluster("member5", "prod");
    soon(
        () ->
            assertThat(fixture.texts())
                .isEqualTo(Map.of("member1", "A", "member2", "B", "member5", "A")));
    soon(() -> assertThat(fixture.counts()).containsEntry("newCluster", 1));

    fixture.heal("member2");
    fixture.patchRollout(
        Map.of("retryRollout", Map.of("rolloutUID", fixture.rollout().get("rolloutUID"))));
    fixture.ended(3, "Succeeded");
    soon(
        () ->
            assertThat(fixture.texts())
                .isEqualTo(Map.of("member2", "B", "member3", "B", "member4", "B", "member5", "B")));
  }

  @Test
  void aClusterThatJoinsHasWhatSucceededUntilItsTurnAndAfterTheEndTheActive() {
    fixture.policy(STAGED, true, "member1", "member2", "member5", "member6");
    fixture.sicken("member2");
    fixture.web("B");
    soon(() -> assertThat(fixture.texts()).isEqualTo(Map.of("member1", "A", "member2", "B")));
    fixture.cluster("member5", "prod");
    soon(
        () ->
            assertThat(fixture.texts())
                .isEqualTo(Map.of("member1", "A", "member2", "B", "member5", "A")));
    fixture.heal("member2");
    fixture.ended(2, "Succeeded");
    assertThat(fixture.texts()).isEqualTo(Map.of("member1", "B", "member2", "B", "member5", "B"));
    fixture.cluster("member6", "canary");
    soon(() -> assertThat(fixture.texts()).containsEntry("member6", "B"));
    soon(() -> assertThat(fixture.counts()).containsEntry("newCluster", 1));
    assertThat(fixture.rollout()).containsEntry("attempt", 2);
  }

  @Test
  void aWorkThatIsDeletedAfterTheSuccessComesBackAsItWasGiven() throws Throwable {
    fixture.policy(STAGED, true, "member1", "member2");
    fixture.web("B");
    fixture.ended(2, "Succeeded");
    String given = fixture.dispatch("member2");
    fixture.deleteWork("member2");
    soon(() -> assertThat(fixture.texts()).isEqualTo(Map.of("member1", "B", "member2", "B")));
    assertThat(fixture.dispatch("member2")).isEqualTo(given);
    fixture.unmoved(fixture::restart);
    assertThat(fixture.counts()).containsEntry("succeeded", 2);
  }

  @Test
  void aWorkThatIsDeletedAfterAFailureComesBackAsItWasGiven() {
    fixture.policy(Optional.of(strategy("0s", "10s")), true, "member2", "member3");
    fixture.sicken("member2");
    fixture.web("B");
    fixture.ended(2, "Failed");
    String given = fixture.dispatch("member2");
    fixture.deleteWork("member2");
    soon(() -> assertThat(fixture.texts()).isEqualTo(Map.of("member1", "A", "member2", "B")));
    assertThat(fixture.dispatch("member2")).isEqualTo(given);
  }

  @Test
  void membersThatLeaveOrSickenAfterTheEndAreReportedSo() {
    fixture.policy(STAGED, true, "member1", "member2", "member3");
    fixture.web("B");
    fixture.ended(2, "Succeeded");
    assertThat(fixture.counts()).containsEntry("clusters", 3).containsEntry("succeeded", 3);
    fixture.leave("member3");
    soon(
        () ->
            assertThat(fixture.counts())
                .containsEntry("clusters", 2)
                .containsEntry("succeeded", 2));
    fixture.sicken("member1");
    soon(() -> assertThat(fixture.exceptions()).isEqualTo(Map.of("member1", "Regressed")));
    fixture.heal("member1");
    fixture.leave("member1");
    soon(() -> assertThat(fixture.exceptions()).isEmpty());
    assertThat(fixture.rollout()).containsEntry("outcome", "Succeeded").containsEntry("attempt", 2);
  }

  /** The canary has version B, and never becomes healthy with it. */
  private void sickCanary(String deadline) {
    fixture.policyForTiers(strategy("0s", deadline), "canary", "prod");
    fixture.ended(2, "Succeeded");
    fixture.sicken("member2");
    fixture.web("B");
    soon(() -> assertThat(fixture.texts()).containsEntry("member2", "B"));
    assertThat(fixture.exceptions()).isEmpty();
  }

  private void leaves(String cluster) {
    soon(() -> assertThat(fixture.exceptions()).containsEntry(cluster, "RemovalPending"));
  }

  @Test
  void aCanaryThatIsNotSelectedForAMomentIsWaitedFor() {
    sickCanary("10m");
    fixture.cluster("member2", "none");
    leaves("member2");
    fixture.cluster("member2", "canary");
    Patience.stays(
        StagedPropagationFixture.GRACE.plusSeconds(4),
        () -> assertThat(fixture.texts()).containsEntry("member3", "A"));
    assertThat(fixture.phase()).isEqualTo("Progressing");
    fixture.heal("member2");
    fixture.ended(3, "Succeeded");
  }

  @Test
  void aCanaryThatIsNotSelectedAnyMoreLeavesAfterTheGraceAndItsWorkGoesLast() {
    sickCanary("10m");
    fixture.cluster("member2", "none");
    leaves("member2");
    assertThat(fixture.texts()).containsEntry("member3", "A");
    fixture.ended(3, "Succeeded");
    soon(
        () ->
            assertThat(fixture.texts())
                .isEqualTo(Map.of("member1", "B", "member3", "B", "member4", "B")));
  }

  @Test
  void aCanaryThatTheVersionCutOffHaltsItThoughNothingSelectsItAnyMore() {
    sickCanary("15s");
    fixture.available("member2", "Unknown");
    fixture.cluster("member2", "none");
    fixture.ended(3, "Failed");
    assertThat(fixture.phase()).isEqualTo("Halted");
    assertThat(fixture.texts())
        .isEqualTo(Map.of("member1", "A", "member2", "B", "member3", "A", "member4", "A"));
  }

  @Test
  void aCanaryThatIsUnregisteredLeavesAtOnce() {
    sickCanary("10m");
    fixture.leave("member2");
    fixture.ended(3, "Succeeded");
    soon(
        () ->
            assertThat(fixture.texts())
                .isEqualTo(Map.of("member1", "B", "member3", "B", "member4", "B")));
  }

  @Test
  void aNewActivationSupersedesAndALostClaimDoesNot() throws Throwable {
    fixture.policy(STAGED, true, "member1", "member2");
    fixture.sicken("member2");
    fixture.web("B");
    soon(() -> assertThat(fixture.texts()).isEqualTo(Map.of("member1", "A", "member2", "B")));
    fixture.unmoved(() -> fixture.policy(STAGED, true, "member1", "member2", "member3"));
    assertThat(fixture.rollout()).containsEntry("attempt", 2);
    fixture.web("C");
    soon(() -> assertThat(fixture.texts()).isEqualTo(Map.of("member1", "A", "member2", "C")));
    fixture.hub.delete(fixture.owner);
    fixture.heal("member2");
    fixture.ended(3, "Succeeded");
    assertThat(fixture.texts()).isEqualTo(Map.of("member1", "C", "member2", "C", "member3", "C"));
  }

  @Test
  void whatIsEditedOrDeletedOnTheWayComesBackAsItWasGiven() {
    fixture.cluster("member5", "prod");
    soon(() -> assertThat(fixture.texts()).containsEntry("member5", "A"));
    fixture.policy(STAGED, true, "member1", "member2");
    fixture.sicken("member2");
    fixture.web("B");
    soon(
        () ->
            assertThat(fixture.texts())
                .isEqualTo(Map.of("member1", "A", "member2", "B", "member5", "A")));
    fixture.edit("member1", "edited");
    soon(() -> assertThat(fixture.texts()).containsEntry("member1", "A"));
    fixture.deleteWork("member2");
    soon(
        () ->
            assertThat(fixture.texts())
                .isEqualTo(Map.of("member1", "A", "member2", "B", "member5", "A")));
    fixture.heal("member2");
    fixture.ended(2, "Succeeded");
  }

  @Test
  void withoutAStrategyEveryClusterGetsItAtOnceAndThereIsNoRollout() {
    fixture.policy(STAGED, false, "member1", "member2");
    fixture.ended(2, "Succeeded");
    fixture.sicken("member2");
    fixture.web("B");
    soon(() -> assertThat(fixture.texts()).containsEntry("member2", "B"));
    fixture.policy(Optional.empty(), false, "member1", "member2", "member5");
    soon(() -> assertThat(fixture.texts()).isEqualTo(Map.of("member1", "B", "member2", "B")));
    soon(() -> assertThat(fixture.hasRollout()).isFalse());
    fixture.policy(STAGED, false, "member1", "member2", "member5");
    fixture.web("C");
    soon(() -> assertThat(fixture.texts()).containsEntry("member2", "C"));
    fixture.cluster("member5", "prod");
    soon(
        () ->
            assertThat(fixture.texts())
                .isEqualTo(Map.of("member1", "B", "member2", "C", "member5", "B")));
  }

  @Test
  void groupsWaitForApproval() throws Throwable {
    fixture.policy(MANUAL, true, "member1", "member2");
    fixture.unmoved(() -> fixture.web("B"));
    soon(() -> assertThat(fixture.phase()).isEqualTo("WaitingForApproval"));
    fixture.patchRollout(
        Map.of("decisionGroups", List.of(Map.of("groupName", "canary", "rolloutApproved", true))));
    soon(() -> assertThat(fixture.texts()).isEqualTo(Map.of("member1", "A", "member2", "B")));
    fixture.patchRollout(Map.of("ungrouped", Map.of("rolloutApproved", true)));
    fixture.ended(2, "Succeeded");
    assertThat(fixture.texts()).isEqualTo(Map.of("member1", "B", "member2", "B"));
  }

  @Test
  void oneThatJoinsAfterTheEndWaitsForTheApprovalOfItsGroup() throws Throwable {
    fixture.policy(MANUAL, true, "member1", "member2", "member5");
    fixture.web("B");
    soon(() -> assertThat(fixture.phase()).isEqualTo("WaitingForApproval"));
    approve("canary");
    fixture.patchRollout(Map.of("ungrouped", Map.of("rolloutApproved", true)));
    fixture.ended(2, "Succeeded");
    fixture.patchRollout(Map.of("ungrouped", Map.of("rolloutApproved", false)));

    fixture.cluster("member5", "prod");
    soon(() -> assertThat(fixture.phase()).isEqualTo("WaitingForApproval"));
    assertThat(fixture.rollout().get("waitingFor").toString()).contains("ungrouped");
    fixture.unmoved(fixture::restart);
    fixture.patchRollout(Map.of("ungrouped", Map.of("rolloutApproved", true)));
    soon(() -> assertThat(fixture.texts()).containsEntry("member5", "B"));
    soon(() -> assertThat(fixture.phase()).isEqualTo("Done"));
    assertThat(fixture.rollout()).containsEntry("attempt", 2);
  }

  @Test
  void whatTheTemplateMountsGoesBeforeItAndLeavesWithTheDepartures() {
    fixture.config("web-config");
    fixture.mounting(STAGED, "member1");
    fixture.webMounting("A2", "web-config");
    soon(() -> assertThat(fixture.having("web-config")).containsExactly("member1"));
    fixture.ended(2, "Succeeded");

    fixture.sicken("member2");
    fixture.mounting(STAGED, "member2", "member3");
    fixture.webMounting("B", "web-config");
    soon(() -> assertThat(fixture.texts()).containsEntry("member2", "B"));
    assertThat(fixture.having("web-config")).containsExactly("member1", "member2");
    fixture.heal("member2");
    fixture.ended(3, "Succeeded");
    soon(() -> assertThat(fixture.having("web-config")).containsExactly("member2", "member3"));
    soon(() -> assertThat(fixture.texts()).isEqualTo(Map.of("member2", "B", "member3", "B")));
  }

  @Test
  void aDeletedRolloutBeginsAnew() {
    fixture.policy(STAGED, true, "member1", "member2");
    fixture.sicken("member2");
    fixture.web("B");
    soon(() -> assertThat(fixture.texts()).containsEntry("member2", "B"));
    fixture.deleteRollout();
    soon(() -> assertThat(fixture.rollout()).containsEntry("attempt", 3));
    fixture.heal("member2");
    fixture.ended(3, "Succeeded");
    assertThat(fixture.texts()).isEqualTo(Map.of("member1", "B", "member2", "B"));
  }

  @Test
  void aTemplateThatIsCreatedAgainOnTheWayBeginsAnew() {
    moveToMember2();
    fixture.hub.delete(fixture.template);
    createdAgain();
  }

  @Test
  void aTemplateThatIsCreatedAgainWhileNothingWorksBeginsAnew() {
    moveToMember2();
    fixture.stop();
    fixture.hub.delete(fixture.template);
    fixture.web("C");
    fixture.start();
    createdAgain();
  }

  @Test
  void aTemplateAndAPolicyThatAreCreatedAgainBeginAnew() {
    moveToMember2();
    fixture.hub.delete(fixture.template);
    fixture.hub.delete(fixture.owner);
    soon(() -> assertThat(fixture.hub.get(fixture.owner)).isEmpty());
    fixture.policy(STAGED, true, "member1", "member2");
    createdAgain();
  }

  private void moveToMember2() {
    fixture.policy(STAGED, true, "member1", "member2");
    fixture.sicken("member2");
    fixture.web("B");
    soon(() -> assertThat(fixture.texts()).containsEntry("member2", "B"));
  }

  /** A binding of its own carries it: of the former one nothing is left. */
  private void createdAgain() {
    fixture.web("C");
    soon(() -> assertThat(fixture.texts()).isEqualTo(Map.of("member2", "C")));
    fixture.heal("member2");
    fixture.ended(1, "Succeeded");
    assertThat(fixture.texts()).isEqualTo(Map.of("member1", "C", "member2", "C"));
  }

  @Test
  void withoutAGenerationSuccessIsWeakAndSoaksLonger() {
    fixture.withoutGeneration();
    fixture.policy(STAGED, true, "member1");
    fixture.web("B");
    fixture.ended(2, "Succeeded");
    assertThat(fixture.weak()).isEqualTo(1);
    assertThat(fixture.seconds()).isGreaterThanOrEqualTo(3);
  }

  @Test
  void theRolloutGoesWithItsTemplate() {
    fixture.policy(STAGED, true, "member1", "member2");
    fixture.sicken("member2");
    fixture.web("B");
    soon(() -> assertThat(fixture.texts()).containsEntry("member2", "B"));
    fixture.hub.delete(fixture.template);
    soon(() -> assertThat(fixture.texts()).isEmpty());
    soon(() -> assertThat(fixture.hasRollout()).isFalse());
  }
}
