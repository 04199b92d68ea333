package io.sluice.policy.evidence;

import static io.sluice.policy.Compliance.COMPLIANT;
import static io.sluice.policy.Compliance.NON_COMPLIANT;
import static io.sluice.policy.SpecTrees.certificate;
import static io.sluice.policy.SpecTrees.configuration;
import static io.sluice.policy.SpecTrees.constraint;
import static io.sluice.policy.SpecTrees.constraintTemplate;
import static io.sluice.policy.SpecTrees.enforce;
import static io.sluice.policy.SpecTrees.inform;
import static io.sluice.policy.SpecTrees.operator;
import static io.sluice.policy.SpecTrees.otherKind;
import static io.sluice.policy.SpecTrees.spec;

import io.sluice.policy.SpecTrees;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * Checks the evidence for every kind of template against the table of rollout-strategy 3.3: a group
 * for each row, each with a new spec, a flipped action and silence.
 */
class TemplateKindEvidenceTest {
  /**
   * Builds a replica whose content is replaced ten minutes after it was dispatched and Compliant.
   */
  private static ReplicaScenario from(Map<String, Object> former, Map<String, Object> present) {
    return new ReplicaScenario()
        .dispatched(0, former)
        .reported("t", COMPLIANT, "t.1", 5)
        .dispatched(600, present);
  }

  @Nested
  class ConfigurationPolicies {
    private final ReplicaScenario newSpec =
        from(enforce(configuration("t", "1")), enforce(configuration("t", "2")));
    private final ReplicaScenario flipped =
        from(inform(configuration("t", "1")), enforce(configuration("t", "1")));

    @Test
    void aNewSpecNeedsAFreshEvent() {
      newSpec.isSilent().reported("t", COMPLIANT, "t.2", 605).isConfirmed();
    }

    @Test
    void aFlippedActionNeedsAFreshEvent() {
      flipped.isSilent().reported("t", COMPLIANT, "t.2", 605).isConfirmed();
    }

    @Test
    void theFormerVerdictPatchedInPlaceIsNoFreshEvent() {
      newSpec.patched("t", NON_COMPLIANT).isSilent().patched("t", COMPLIANT).isSilent();
    }

    @Test
    void aFreshNonCompliantIsNegative() {
      newSpec.reported("t", NON_COMPLIANT, "t.2", 605).isNegative();
    }
  }

  @Nested
  class OperatorPolicies {
    private final ReplicaScenario newSpec =
        from(enforce(operator("t", "1", "inform")), enforce(operator("t", "2", "inform")));
    private final ReplicaScenario flipped =
        from(inform(operator("t", "1", "inform")), enforce(operator("t", "1", "inform")));

    @Test
    void aNewSpecNeedsAFreshEvent() {
      newSpec.isSilent().reported("t", COMPLIANT, "t.2", 605).isConfirmed();
    }

    @Test
    void aFlippedActionNeedsAFreshEvent() {
      flipped.isSilent().reported("t", COMPLIANT, "t.2", 605).isConfirmed();
    }
  }

  @Nested
  class TemplatesWhoseActionStays {
    @Test
    void anInformonlyTemplateKeepsItsVerdictWhenTheActionFlips() {
      from(
              inform(configuration("t", "1", "InformOnly")),
              enforce(configuration("t", "1", "InformOnly")))
          .isConfirmed();
    }

    @Test
    void anInformonlyOperatorPolicyKeepsItToo() {
      from(inform(operator("t", "1", "informonly")), enforce(operator("t", "1", "informonly")))
          .isConfirmed();
    }

    @Test
    void aTemplateThatHasTheActionAlreadyKeepsItsVerdict() {
      from(
              spec("", configuration("t", "1", "enforce")),
              enforce(configuration("t", "1", "enforce")))
          .isConfirmed();
      from(enforce(configuration("t", "1", "inform")), enforce(configuration("t", "1", "enforce")))
          .isConfirmed();
    }

    @Test
    void itsBadVerdictCarriesOverAsWell() {
      new ReplicaScenario()
          .dispatched(0, inform(configuration("t", "1", "informonly")))
          .reported("t", NON_COMPLIANT, "t.1", 5)
          .dispatched(600, enforce(configuration("t", "1", "informonly")))
          .isNegative();
    }

    @Test
    void aNewSpecNeedsAFreshEventAsWell() {
      from(
              enforce(configuration("t", "1", "informonly")),
              enforce(configuration("t", "2", "informonly")))
          .isSilent()
          .reported("t", COMPLIANT, "t.2", 605)
          .isConfirmed();
    }

    @Test
    void anotherActionIsAFlipForATemplateThatHadItsOwn() {
      from(spec("", configuration("t", "1", "inform")), enforce(configuration("t", "1", "inform")))
          .isSilent();
    }
  }

  @Nested
  class GatekeeperConstraints {
    private final ReplicaScenario newSpec =
        from(enforce(constraint("t", "1")), enforce(constraint("t", "2")));
    private final ReplicaScenario flipped =
        from(inform(constraint("t", "1")), enforce(constraint("t", "1")));

    @Test
    void aNewSpecIsJudgedByThePresentVerdict() {
      newSpec.isWeakSuccess().patched("t", NON_COMPLIANT).isWeaklyNegative();
    }

    @Test
    void aFlippedActionIsJudgedByThePresentVerdict() {
      flipped.isWeakSuccess().patched("t", NON_COMPLIANT).isWeaklyNegative();
    }

    @Test
    void aFreshEventIsWeakBecauseItMayBeOfTheFormerConstraint() {
      newSpec.reported("t", COMPLIANT, "t.2", 605).isWeakSuccess();
      flipped.reported("t", COMPLIANT, "t.2", 605).isWeakSuccess();
    }

    @Test
    void anUnchangedConstraintIsWeakToo() {
      from(
              enforce(constraint("t", "1"), configuration("u", "1")),
              enforce(constraint("t", "1"), configuration("u", "2")))
          .reported("u", COMPLIANT, "u.2", 605)
          .isWeakSuccess();
    }

    @Test
    void aConstraintWithoutAVerdictIsSilent() {
      new ReplicaScenario().dispatched(0, enforce(constraint("t", "1"))).isSilent();
    }
  }

  @Nested
  class ConstraintTemplates {
    private final ReplicaScenario newSpec =
        from(enforce(constraintTemplate("t", "1")), enforce(constraintTemplate("t", "2")));
    private final ReplicaScenario flipped =
        from(inform(constraintTemplate("t", "1")), enforce(constraintTemplate("t", "1")));

    @Test
    void aNewSpecIsJudgedByThePresentVerdict() {
      newSpec.isWeakSuccess().patched("t", NON_COMPLIANT).isWeaklyNegative();
    }

    @Test
    void aNewSpecIsWeakAlsoUnderAFreshEvent() {
      newSpec.reported("t", COMPLIANT, "t.2", 605).isWeakSuccess();
    }

    @Test
    void aFlippedActionDoesNotTouchItSoItsVerdictCarriesOver() {
      flipped.isConfirmed();
    }

    @Test
    void aFlippedActionOverAVerdictThatIsOlderThanTheSpecIsWeak() {
      new ReplicaScenario()
          .dispatched(0, inform(constraintTemplate("t", "1")))
          .reported("t", COMPLIANT, "t.1", 5)
          .dispatched(600, inform(constraintTemplate("t", "2")))
          .dispatched(1200, enforce(constraintTemplate("t", "2")))
          .isWeakSuccess();
    }
  }

  @Nested
  class CertificatePoliciesAndOthers {
    @Test
    void aFreshEventConfirmsANewSpec() {
      from(enforce(certificate("t", "1")), enforce(certificate("t", "2")))
          .reported("t", COMPLIANT, "t.2", 605)
          .isConfirmed();
      from(enforce(otherKind("t", "1")), enforce(otherKind("t", "2")))
          .reported("t", COMPLIANT, "t.2", 605)
          .isConfirmed();
    }

    @Test
    void aFreshEventConfirmsAFlippedAction() {
      from(inform(certificate("t", "1")), enforce(certificate("t", "1")))
          .reported("t", COMPLIANT, "t.2", 605)
          .isConfirmed();
    }

    @Test
    void withoutAFreshEventTheyAreWeak() {
      from(enforce(certificate("t", "1")), enforce(certificate("t", "2"))).isWeakSuccess();
      from(inform(certificate("t", "1")), enforce(certificate("t", "1"))).isWeakSuccess();
      from(enforce(otherKind("t", "1")), enforce(otherKind("t", "2"))).isWeakSuccess();
      from(inform(otherKind("t", "1")), enforce(otherKind("t", "1"))).isWeakSuccess();
    }

    @Test
    void anEventDatedLongBeforeTheDispatchIsNotFresh() {
      from(enforce(certificate("t", "1")), enforce(certificate("t", "2")))
          .reported("t", COMPLIANT, "t.2", 500)
          .isWeakSuccess();
    }

    @Test
    void aConfigurationPolicyOfAnotherGroupIsOfAnotherKind() {
      Map<String, Object> one =
          SpecTrees.template("example.com/v1", "ConfigurationPolicy", "t", Map.of("marker", "1"));
      Map<String, Object> two =
          SpecTrees.template("example.com/v1", "ConfigurationPolicy", "t", Map.of("marker", "2"));
      from(enforce(one), enforce(two)).isWeakSuccess();
    }
  }
}
