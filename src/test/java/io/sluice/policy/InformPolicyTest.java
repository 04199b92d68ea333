package io.sluice.policy;

import static io.sluice.policy.Compliance.COMPLIANT;
import static io.sluice.policy.Compliance.NON_COMPLIANT;
import static io.sluice.policy.Compliance.PENDING;
import static io.sluice.policy.SpecTrees.configuration;
import static io.sluice.policy.SpecTrees.constraint;
import static io.sluice.policy.SpecTrees.enforce;
import static io.sluice.policy.SpecTrees.inform;
import static io.sluice.policy.SpecTrees.spec;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.Dispatch.As;
import io.sluice.policy.evidence.Expectation;
import io.sluice.policy.evidence.ReplicaScenario;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks inform policies, and what counts as their success, against rollout-strategy 3.8. */
class InformPolicyTest {
  private static final Map<String, Object> INFORM = inform(configuration("t", "2"));

  private static ReplicaScenario informing() {
    return new ReplicaScenario()
        .dispatched(0, inform(configuration("t", "1")))
        .reported("t", COMPLIANT, "t.1", 5)
        .dispatched(600, INFORM);
  }

  @Test
  void anActionOfInformInAnyCaseInforms() {
    assertThat(InformPolicy.is(spec("inform"))).isTrue();
    assertThat(InformPolicy.is(spec("Inform", configuration("t", "1", "enforce")))).isTrue();
    assertThat(InformPolicy.is(spec("INFORM"))).isTrue();
  }

  @Test
  void anActionOfEnforceDoesNotWithAnyTemplates() {
    assertThat(InformPolicy.is(enforce(configuration("t", "1", "inform")))).isFalse();
    assertThat(InformPolicy.is(spec("Enforce", configuration("t", "1", "informonly")))).isFalse();
  }

  @Test
  void withoutAnActionEveryTemplateHasToInform() {
    assertThat(
            InformPolicy.is(
                spec("", configuration("a", "1", "Inform"), configuration("b", "1", "informOnly"))))
        .isTrue();
    assertThat(
            InformPolicy.is(
                spec("", configuration("a", "1", "inform"), configuration("b", "1", "enforce"))))
        .isFalse();
    assertThat(InformPolicy.is(spec("", configuration("a", "1"), constraint("b", "1")))).isFalse();
  }

  @Test
  void aSpecWithoutActionAndTemplatesDoesNotInform() {
    assertThat(InformPolicy.is(spec(""))).isFalse();
    assertThat(InformPolicy.is(Map.of())).isFalse();
    assertThat(InformPolicy.is(Map.of("policy-templates", "unreadable"))).isFalse();
  }

  @Test
  void aFreshNonCompliantIsSuccess() {
    ReplicaScenario life = informing().reported("t", NON_COMPLIANT, "t.2", 605).isConfirmed();
    assertThat(life.result().because())
        .isEqualTo(
            "0 of 1 templates are Compliant and 1 NonCompliant, and the policy only informs, by"
                + " reports on what the replica carries");
  }

  @Test
  void aFreshCompliantIsSuccess() {
    informing().reported("t", COMPLIANT, "t.2", 605).isConfirmed();
  }

  @Test
  void anOldVerdictIsNeither() {
    informing().isSilent().patched("t", NON_COMPLIANT).isSilent();
  }

  @Test
  void pendingIsNegative() {
    informing().reported("t", PENDING, "t.2", 605).isNegative();
  }

  @Test
  void anOldNamePatchedToNonCompliantAfterAFreshOneIsNoNewSuccess() {
    ReplicaScenario life =
        new ReplicaScenario()
            .dispatched(0, inform(configuration("t", "1")))
            .reported("t", COMPLIANT, "t.1", 5)
            .dispatched(600, INFORM)
            .reported("t", COMPLIANT, "t.2", 605)
            .reported("t", NON_COMPLIANT, "t.1", 606);
    life.isSilent();
  }

  @Test
  void besideThePropagatorTheRootInformsAndNonCompliantIsNegative() {
    informing()
        .expecting(Expectation.COMPLIANT)
        .reported("t", NON_COMPLIANT, "t.2", 605)
        .isNegative()
        .reported("t", COMPLIANT, "t.3", 606)
        .isConfirmed();
  }

  @Test
  void aPendingReplicaThatInformsProvesNothing() {
    ReplicaScenario life = new ReplicaScenario().dispatched(As.PENDING, 0, INFORM);
    life.reported("t", COMPLIANT, "t.1", 5)
        .isSilent()
        .reported("t", NON_COMPLIANT, "t.2", 6)
        .isSilent();
    assertThat(life.result().because())
        .isEqualTo("the replica was given its content only to inform until its turn");
  }

  @Test
  void anInformPolicyIsNotAPendingReplica() {
    new ReplicaScenario()
        .dispatched(As.PENDING, 0, INFORM)
        .reported("t", NON_COMPLIANT, "t.1", 5)
        .expecting(Expectation.ANY_VERDICT)
        .isConfirmed();
  }

  @Test
  void aReplicaTakenBackToInformHasToBeCompliant() {
    new ReplicaScenario()
        .dispatched(As.TAKEN_BACK, 0, INFORM)
        .reported("t", NON_COMPLIANT, "t.1", 5)
        .isNegative();
  }

  @Test
  void aNewcomerOfAnInformPolicySucceedsWithAnyVerdict() {
    new ReplicaScenario()
        .dispatched(As.NEWCOMER, 0, INFORM)
        .reported("t", NON_COMPLIANT, "t.1", 5)
        .isConfirmed();
  }

  @Test
  void aNewcomerThatIsEnforcedHasToBeCompliant() {
    new ReplicaScenario()
        .dispatched(As.NEWCOMER, 0, enforce(configuration("t", "1")))
        .reported("t", NON_COMPLIANT, "t.1", 5)
        .isNegative();
  }

  @Test
  void theWeakTemplatesOfAnInformPolicyAreWeakToo() {
    ReplicaScenario life =
        new ReplicaScenario()
            .dispatched(0, inform(constraint("t", "1")))
            .reported("t", NON_COMPLIANT, "t.1", 5)
            .dispatched(600, inform(constraint("t", "2")))
            .isWeakSuccess();
    life.unreachable().isSilent();
  }
}
