package io.sluice.tools.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.devservers.Kubectl;
import io.sluice.devservers.SharedDevServers;
import io.sluice.policy.JsonTree;
import io.sluice.process.LocalTestServers;
import io.sluice.process.Patience;
import io.sluice.process.RolloutFixture;
import io.sluice.process.WorkerJvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Applies with kubectl what lacks something, and reads where a worker says what that is. */
@Timeout(Patience.TEST)
class MissingPartsIT {
  private static final String TEMPLATE =
      "{objectDefinition: {apiVersion: policy.open-cluster-management.io/v1, kind:"
          + " ConfigurationPolicy, metadata: {name: web}, spec: {remediationAction: inform,"
          + " severity: low}}}";

  @TempDir static Path folder;

  private static WorkerJvm worker;
  private static Kubectl kubectl;

  private final RolloutFixture fixture =
      RolloutFixture.on(new LocalTestServers(), "dev=mp1", "prod=mp2");

  @BeforeAll
  static void start() {
    kubectl = new Kubectl(SharedDevServers.get(), folder.resolve("kubectl"));
    worker = WorkerJvm.start(SharedDevServers.get(), folder.resolve("worker.log"));
    await().atMost(WorkerJvm.START).until(worker::leads);
  }

  @AfterAll
  static void stop() {
    worker.close();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void aPolicyWithoutTemplatesIsNamed() {
    policy("", "{type: Progressive}");

    awaitSaid(
        "Cannot roll out policy %s/web: spec.policy-templates is [], ".formatted(namespace()),
        "Accepted",
        "NoTemplates");
  }

  @Test
  void aPolicyThatNoBindingNamesIsNamed() {
    run("delete", "placementbinding", "web");
    policy(TEMPLATE, "{type: Progressive}");

    awaitSaid(
        "No PlacementBinding names policy %s/web".formatted(namespace()), "Bound", "NotFound");
  }

  @Test
  void aBindingToAPlacementThatDoesNotExistIsNamedWithIt() {
    run("delete", "placement", "fleet");
    policy(TEMPLATE, "{type: Progressive}");

    awaitSaid(
        "PlacementBinding web names Placement fleet, which does not exist.", "Bound", "NotFound");
  }

  @Test
  void aPlacementWithoutAStatusIsNamed() {
    run("delete", "placement", "fleet");
    run("delete", "placementdecisions", "--all");
    apply(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Placement
        metadata: {name: fleet}
        spec: {}
        """);
    policy(TEMPLATE, "{type: Progressive}");

    awaitSaid("Placement fleet has no status: its scheduler has not run.", "Bound", "NotFound");
  }

  @Test
  void aMandatoryIndexThatNoGroupHasIsNamed() {
    policy(
        TEMPLATE, "{type: Progressive, progressive: {mandatoryDecisionGroups: [{groupIndex: 7}]}}");

    awaitCondition(
        "Accepted",
        "True",
        "Valid",
        "spec.rolloutStrategy.progressive.mandatoryDecisionGroups[0].groupIndex is 7, and no group"
            + " has this index now.");
  }

  @Test
  void theUidOfARetryThatIsUnknownIsNamedWithTheRightOne() {
    policy(TEMPLATE, "{type: manualPerGroup}");
    Map<String, Object> status = fixture.awaitPhase(Patience.MOST, "WaitingForApproval");
    run(
        "patch",
        "rollouts.cluster.open-cluster-management.io",
        "policy-web",
        "--type=merge",
        "-p",
        "{\"spec\": {\"retryRollout\": {\"rolloutUID\": \"0000-unknown\"}}}");

    awaitCondition(
        "RetryAccepted",
        "False",
        "UnknownRollout",
        "spec.retryRollout.rolloutUID is \"0000-unknown\", which is none of the last rollouts of"
            + " this policy. To retry the present one, write %s."
                .formatted(status.get("rolloutUID")));
  }

  private String namespace() {
    return fixture.namespace();
  }

  private void policy(String template, String strategy) {
    apply(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata: {name: web}
        spec: {disabled: false, remediationAction: enforce, policy-templates: [%s], rolloutStrategy: %s}
        """
            .formatted(template, strategy));
  }

  private void apply(String yaml) {
    succeed(yaml, "apply", "-f", "-");
  }

  private void run(String... arguments) {
    succeed("", arguments);
  }

  private void succeed(String input, String... arguments) {
    List<String> scoped = new ArrayList<>(List.of("--namespace", namespace()));
    scoped.addAll(List.of(arguments));
    Kubectl.Output output = kubectl.runWith(input, scoped.toArray(String[]::new));
    assertThat(output.code()).as(output.output()).isZero();
  }

  /** Waits for a text in {@code waitingFor} and in a condition that does not hold. */
  private void awaitSaid(String text, String type, String reason) {
    fixture.awaitStatus(
        Patience.MOST, status -> String.valueOf(status.get("waitingFor")).contains(text));
    awaitCondition(type, "False", reason, text);
  }

  private void awaitCondition(String type, String status, String reason, String text) {
    await()
        .atMost(Patience.MOST)
        .untilAsserted(
            () ->
                assertThat(JsonTree.maps(fixture.status(), "conditions"))
                    .filteredOn("type", type)
                    .singleElement()
                    .satisfies(
                        condition ->
                            assertThat(condition)
                                .containsEntry("status", status)
                                .containsEntry("reason", reason)
                                .hasEntrySatisfying(
                                    "message",
                                    message ->
                                        assertThat(String.valueOf(message)).contains(text))));
  }
}
