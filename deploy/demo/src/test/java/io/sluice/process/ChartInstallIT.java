package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.chart.Helm;
import io.sluice.devservers.AuditLog;
import io.sluice.devservers.Kubectl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Installs Sluice by its charts on a real hub, as OCM ships it, and takes it away again. */
@Timeout(Patience.TEST)
class ChartInstallIT {
  private static final String DEFINITION =
      "../deploy/crds/cluster.open-cluster-management.io_rollouts.yaml";
  private static final String OUR_LABEL = "    app.kubernetes.io/part-of: sluice\n";

  private static ChartHub hub;

  @BeforeAll
  static void start() {
    hub = ChartHub.get();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "beside.yaml",
        "standalone.yaml",
        "karmada.yaml",
        "evaluation.yaml",
        "everything.yaml"
      })
  void theServerAcceptsWhatIsRendered(String values) {
    Kubectl.Output output =
        hub.apply(
            hub.rendered("-f", "../deploy/demo/src/test/resources/charts/" + values),
            "--server-side",
            "--force-conflicts",
            "--dry-run=server",
            "--validate=strict");

    assertThat(output.code()).as(output.output()).isZero();
    assertThat(output.output()).contains("deployment.apps/sluice serverside-applied");
    assertThat(output.output()).doesNotContain("would violate");
  }

  @Test
  void theProcessPlaysARolloutWithTheRightsOfItsServiceAccount() {
    installDefinitions();
    hub.install("--set", "extraArgs={--soak-floor=1s}");
    try (WorkerJvm worker = hub.worker()) {
      Awaitility.await().atMost(WorkerJvm.START).until(worker::leads);
      assertThat(worker.output()).contains("Mode Beside").doesNotContain("may not");
      ChartRollout.play(hub.servers());
    }
    List<AuditLog.Entry> requests = new AuditLog(hub.servers().auditLog()).of(ChartHub.ACCOUNT);
    assertThat(requests).anyMatch(entry -> entry.action().equals("update rollouts/status"));
    // What it tries the gate with is refused by that.
    assertThat(requests)
        .filteredOn(entry -> entry.code() == 403)
        .allMatch(entry -> entry.name().equals("sluice.gate-probe"));
  }

  @ParameterizedTest
  @CsvSource({
    "Beside, 'mode=Beside,gate.enabled=false'",
    "With the gate, mode=Beside",
    "Standalone, mode=Standalone",
    "Karmada, 'mode=Beside,gate.enabled=false,karmada.enabled=true'"
  })
  void theRightsAreThoseThatTheManualLists(String section, String values) throws IOException {
    ChartHub.get();
    installDefinitions();
    hub.install("--set", values);

    assertThat(hub.rights()).containsExactlyElementsOf(documented(section));
  }

  @Test
  void upgradeAndUninstallLeaveEveryDefinitionAndEveryReplica() {
    installDefinitions();
    hub.install("--set", "gate.enabled=false");
    assertThat(
            hub.apply(
                    """
                    apiVersion: v1
                    kind: Namespace
                    metadata: {name: kept}
                    ---
                    apiVersion: policy.open-cluster-management.io/v1
                    kind: Policy
                    metadata:
                      name: policies.web
                      namespace: kept
                      labels: {policy.open-cluster-management.io/root-policy: policies.web}
                    spec: {disabled: false, policy-templates: []}
                    ---
                    apiVersion: cluster.open-cluster-management.io/v1beta1
                    kind: Rollout
                    metadata: {name: policy-web, namespace: kept}
                    spec: {}
                    """)
                .code())
        .isZero();
    Map<String, String> before = hub.definitionsAndPolicies();
    assertThat(before).containsKeys("kept/policies.web", "null/" + ChartHub.ROLLOUTS);

    installDefinitions("--set", "labels.team=fleet");
    hub.install("--set", "mode=Standalone,replicas=3");
    assertThat(hub.definitionsAndPolicies()).isEqualTo(before);

    hub.uninstall("sluice");
    hub.uninstall("sluice-crds");
    assertThat(hub.definitionsAndPolicies()).isEqualTo(before);
    assertThat(hub.kubectl("get rollouts.cluster.open-cluster-management.io -n kept"))
        .contains("policy-web");
    assertThat(hub.kubectl("get clusterroles,deployments -A")).doesNotContain("sluice-beside");
  }

  private static void installDefinitions(String... options) {
    Helm.ProgramOutput output = hub.installDefinitions(options);
    assertThat(output.code()).as(output.errors()).isZero();
  }

  private static String definition() throws IOException {
    return Files.readString(Path.of(DEFINITION));
  }

  /** Returns the rights that the manual lists for a mode, line by line. */
  private static List<String> documented(String section) throws IOException {
    String manual = Files.readString(Path.of("../docs/permissions.md"));
    return ChartHub.rights(manual.substring(manual.indexOf("\n## " + section)).split("```")[1]);
  }

  /** Finds a definition on the hub already. */
  @Nested
  class WithADefinition {
    @AfterEach
    void remove() {
      hub.uninstall("sluice-crds");
      hub.deleteDefinitions();
    }

    @Test
    void aDefinitionOfAnotherProductIsRefusedAndStaysAsItIs() throws IOException {
      put(definition().replace(OUR_LABEL, "    example.com/of: another\n"));
      Map<String, String> before = hub.definitionsAndPolicies();

      Helm.ProgramOutput output = hub.installDefinitions();

      assertThat(output.code()).isNotZero();
      assertThat(output.errors())
          .contains("Cannot install the definition " + ChartHub.ROLLOUTS)
          .contains("without the label app.kubernetes.io/part-of=sluice");
      assertThat(hub.definitionsAndPolicies()).isEqualTo(before);
    }

    @Test
    void aNewerDefinitionIsNotReplacedByAnOlderOne() throws IOException {
      put(definition().replace(OUR_LABEL, OUR_LABEL + "    app.kubernetes.io/version: 99.0.0\n"));

      assertThat(hub.installDefinitions("--take-ownership").errors())
          .contains("the cluster has that of Sluice 99.0.0, which is newer");
    }

    @Test
    void whatKubectlHasInstalledIsTakenOver() throws IOException {
      put(definition());

      assertThat(hub.installDefinitions().errors()).contains("ownership");
      assertThat(hub.installDefinitions("--take-ownership").code()).isZero();
      assertThat(hub.kubectl("get crd " + ChartHub.ROLLOUTS + " -o yaml"))
          .contains("helm.sh/resource-policy: keep");
    }

    private void put(String yaml) {
      hub.uninstall("sluice-crds");
      hub.deleteDefinitions();
      assertThat(hub.apply(yaml).code()).isZero();
    }
  }
}
