package io.sluice.tools.lint;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.HubClient;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.simulator.gate.GateAdmission;
import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.status.OutputSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks policies with the label of the gate, in files and on a hub. */
class GateLinterTest {
  private static final String STAGED = "{sluice.io/staged: \"true\"}";
  private static final String WORKER = "system:serviceaccount:sluice-system:sluice";

  private final EmbeddedHub hub = EmbeddedHub.start(0);
  @TempDir private Path folder;

  @BeforeEach
  void makeNamespaces() {
    for (String name : List.of("policies", "sluice-system")) {
      create("apiVersion: v1\nkind: Namespace\nmetadata: {name: %s}\n".formatted(name));
    }
  }

  @AfterEach
  void close() {
    hub.close();
  }

  private void create(String yaml) {
    try (KubernetesClient client = HubClient.ofUrl(hub.url())) {
      client.resource(Serialization.unmarshal(yaml, GenericKubernetesResource.class)).create();
    }
  }

  private static String policy(String labels, String content, String more) {
    return """
    apiVersion: policy.open-cluster-management.io/v1
    kind: Policy
    metadata: {name: web, namespace: policies, labels: %s}
    spec:
      remediationAction: enforce
      disabled: false%s
      policy-templates:
      - objectDefinition:
          apiVersion: policy.open-cluster-management.io/v1
          kind: ConfigurationPolicy
          metadata: {name: %s}
          spec: {remediationAction: enforce}
    """
        .formatted(labels, more.isEmpty() ? "" : "\n  " + more, content);
  }

  private CommandRun file(String policy, String... options) {
    try {
      Path file = Files.writeString(folder.resolve("web.yaml"), policy);
      List<String> line = new ArrayList<>(List.of("lint", "-f", file.toString()));
      line.addAll(List.of(options));
      CommandRun run = CommandRun.of(line.toArray(String[]::new));
      return new CommandRun(run.code(), run.out().replace(file.toString(), "FILE"), run.err());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private CommandRun againstHub(String policy, String... options) {
    List<String> all = new ArrayList<>(List.of("--beside", "--against-hub", "--hub", hub.url()));
    all.addAll(List.of(options));
    return file(policy, all.toArray(String[]::new));
  }

  private void closeGate() {
    hub.admit(new GateAdmission(WORKER, false));
  }

  @Test
  void aLabelAloneIsEnoughBesideThePropagator() {
    assertThat(file(policy(STAGED, "one", ""), "--beside"))
        .isEqualTo(new CommandRun(ExitCodes.OK, "No problem in 1 object.\n", ""));
  }

  @Test
  void whatAWorkerRefusesOfALabelIsRefusedWithoutARolloutToo() {
    String policy = policy("{sluice.io/staged: \"yes\"}", "one", "copyPolicyMetadata: false");

    CommandRun run = file(policy, "--beside");
    CommandRun json = file(policy, "--beside", "-o", "json");

    assertThat(run.code()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.out())
        .isEqualTo(
            """
            FILE:3: Policy policies/web: metadata.labels[sluice.io/staged] is "yes", which means nothing; changes are held all the same. Set it to "true", or take it off.
            FILE:7: Policy policies/web: spec.copyPolicyMetadata is false, so that the propagator does not copy the label sluice.io/staged to the replicas, which go unstaged. Take it off, or the label.
            2 problems in 1 object.
            """);
    JsonNode tree = OutputSchema.of("lint-report.json").accepts(json.out());
    assertThat(tree.at("/problems").findValuesAsText("reason"))
        .containsExactly("GateLabel", "GateNeedsMetadata");
  }

  @Test
  void aLabelWithoutThePropagatorIsWarnedOf() {
    CommandRun run = file(policy(STAGED, "one", ""), "--standalone");

    assertThat(run.code()).isEqualTo(ExitCodes.OK);
    assertThat(run.out())
        .startsWith(
            "FILE:1: warning: Policy policies/web: The label sluice.io/staged means nothing to a worker that writes the replicas itself:");
  }

  @Test
  void aLabelThatGoesWithAnotherChangeIsWarnedOf() {
    create(policy(STAGED, "one", ""));
    CommandRun run = againstHub(policy("{}", "two", ""), "-o", "json");

    JsonNode tree = OutputSchema.of("lint-report.json").accepts(run.out());
    assertThat(tree.at("/problems").findValuesAsText("reason")).containsExactly("GateOptOut");
    assertThat(tree.at("/problems/0/severity").asText()).isEqualTo("Warning");
    assertThat(tree.at("/problems/0/message").asText())
        .contains("reaches all clusters within seconds");
    assertThat(againstHub(policy("{}", "two", ""), "--strict").code()).isEqualTo(ExitCodes.FAILED);
  }

  @Test
  void aLabelThatGoesByItselfIsNot() {
    create(policy(STAGED, "one", ""));

    assertThat(againstHub(policy("{}", "one", "")).out()).isEqualTo("No problem in 1 object.\n");
  }

  @Test
  void aChangeThatIsHeldIsNotWarnedOf() {
    closeGate();
    create(policy(STAGED, "one", ""));

    assertThat(againstHub(policy(STAGED, "two", "")).out()).isEqualTo("No problem in 1 object.\n");
  }

  @Test
  void withoutAGateTheCommandThatInstallsItIsNamed() {
    String policy = policy(STAGED, "one", "");
    create(policy);

    for (CommandRun run :
        List.of(
            againstHub(policy),
            CommandRun.of("lint", "web", "-n", "policies", "--beside", "--hub", hub.url()))) {
      assertThat(run.code()).isEqualTo(ExitCodes.OK);
      assertThat(run.out())
          .contains("warning: Policy policies/web: Cannot stage an enforced policy:")
          .contains("kubectl apply -k deploy/gate --server " + hub.url());
    }
    assertThat(file(policy, "--beside").out()).doesNotContain("warning");
  }

  @Test
  void aServerThatCannotHoldIsWarnedOf() {
    hub.withdraw("validatingadmissionpolicies");

    assertThat(againstHub(policy(STAGED, "one", "")).out())
        .contains("warning: Policy policies/web: Cannot tell whether the gate is closed:")
        .contains("the API server serves no ValidatingAdmissionPolicy");
  }

  @Test
  void theGateOfAnotherWorkerIsOpenForThisOne() {
    closeGate();

    assertThat(againstHub(policy(STAGED, "one", ""), "--as-worker", "policies:sluice").out())
        .contains("the gate names another ServiceAccount");
  }

  /** Whoever checks files need not be able to act as the worker. */
  @Test
  void whatCannotBeToldIsANote() {
    hub.faults()
        .inject(
            RequestMatcher.anything().verb("create").kind("Policy"),
            Fault.error(403, "User \"ann\" cannot impersonate resource \"serviceaccounts\""));

    CommandRun run = againstHub(policy(STAGED, "one", ""), "--strict");

    assertThat(run.code()).isEqualTo(ExitCodes.OK);
    assertThat(run.out())
        .startsWith("Cannot tell whether the gate is closed: this user may not act as the worker")
        .endsWith("No problem in 1 object.\n");
  }

  @Test
  void whatIsNotStagedNeedsNoGate() {
    assertThat(againstHub(policy("{}", "one", "")).out()).isEqualTo("No problem in 1 object.\n");
  }

  @Test
  void aPolicyOfTheHubIsNotComparedWithTheHub() {
    CommandRun run = CommandRun.of("lint", "web", "--against-hub", "--hub", hub.url());

    assertThat(run.code()).isEqualTo(ExitCodes.USAGE);
    assertThat(run.err()).startsWith("Cannot compare with the hub:");
  }
}
