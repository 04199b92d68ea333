package io.sluice.tools.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyName;
import io.sluice.process.Patience;
import io.sluice.process.RolloutFixture;
import io.sluice.tools.option.CommandWriter;
import io.sluice.tools.terminal.TerminalStyle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Reads with the command {@code status} what a policy lacks (rollout-strategy 5). */
@Tag("nightly")
class MissingPartsTest {
  private static final TerminalStyle WIDE = new TerminalStyle(9_999, false, false);

  private final RolloutFixture fixture = RolloutFixture.of("dev=d1");

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void aPolicyThatNothingBindsSaysThatTheBindingIsMissing() {
    object(Kinds.PLACEMENT_BINDING, "web").delete();

    awaitStatus("No PlacementBinding names policy %s/web".formatted(fixture.namespace()));
  }

  @Test
  void aPlacementThatDoesNotExistIsNamedWithItsBinding() {
    object(Kinds.PLACEMENT, "fleet").delete();

    awaitStatus("PlacementBinding web names Placement fleet, which does not exist.");
  }

  @Test
  void aMandatoryIndexThatNoGroupHasIsNamedInTheCondition() {
    fixture
        .policy(
            "one", "{type: Progressive, progressive: {mandatoryDecisionGroups: [{groupIndex: 7}]}}")
        .start(RolloutFixture.QUICK);

    fixture.awaitPhase(Patience.MOST, "Progressing");
    Patience.await()
        .untilAsserted(
            () ->
                assertThat(fixture.status().get("conditions").toString())
                    .contains(
                        "The settings are valid."
                            + " spec.rolloutStrategy.progressive.mandatoryDecisionGroups[0].groupIndex"
                            + " is 7, and no group has this index now."));
  }

  @Test
  void aRetryOfAnUnknownUidIsAnsweredWhileARunThatWaitsIsOpen() {
    fixture.policy("one", "{type: manualPerGroup}").start(RolloutFixture.QUICK);
    fixture.awaitPhase(Patience.MOST, "WaitingForApproval");
    object(Kinds.ROLLOUT, "policy-web")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"spec\": {\"retryRollout\": {\"rolloutUID\": \"unknown\"}}}");

    Patience.await()
        .untilAsserted(
            () ->
                assertThat(fixture.status().get("conditions").toString())
                    .contains("UnknownRollout", "spec.retryRollout.rolloutUID is \"unknown\""));
    assertThat(fixture.status()).containsEntry("observedGeneration", 2);
  }

  private void awaitStatus(String text) {
    fixture.policy("one", "{type: Progressive}").start(RolloutFixture.QUICK);
    awaitLine(text);
  }

  private void awaitLine(String text) {
    PolicyName policy = new PolicyName(fixture.namespace(), "web");
    StatusReader reader = new StatusReader(fixture.client());
    Patience.await()
        .untilAsserted(
            () ->
                assertThat(
                        StatusPrinter.lines(
                            reader.read(policy, "Cannot show it"), WIDE, CommandWriter.PLAIN))
                    .anyMatch(line -> line.contains(text)));
  }

  private Resource<GenericKubernetesResource> object(ResourceDefinitionContext kind, String name) {
    return fixture
        .client()
        .genericKubernetesResources(kind)
        .inNamespace(fixture.namespace())
        .withName(name);
  }
}
