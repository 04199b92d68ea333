package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.chart.Helm;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.gate.GateCheck;
import io.sluice.hub.gate.GateReport;
import io.sluice.hub.gate.GateState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Installs the gate with the chart on a real hub, and takes the chart away again. */
@Timeout(Patience.TEST)
class ChartGateInstallIT {
  private static final String QUIET =
      "get --ignore-not-found -o name mutatingadmissionpolicies,mutatingadmissionpolicybindings sluice-gate-quiet";

  private final ChartHub hub = ChartHub.get();
  private KubernetesClient admin;

  @BeforeEach
  void connect() {
    admin = hub.servers().client();
    assertThat(hub.installDefinitions().code()).isZero();
  }

  @AfterEach
  void close() {
    hub.uninstall("other");
    admin.close();
  }

  private GateReport check(String account) {
    try (KubernetesClient worker =
        HubClient.of(
            new ConfigBuilder(admin.getConfiguration())
                .withImpersonateUsername("system:serviceaccount:sluice-system:" + account)
                .withImpersonateGroups()
                .build())) {
      return new GateCheck(worker, ChartHub.NAMESPACE).check();
    }
  }

  /** A policy of admission takes a moment to count. */
  private void awaitGateOf(String account) {
    Patience.await()
        .untilAsserted(
            () -> assertThat(check(account).state()).isInstanceOf(GateState.Closed.class));
  }

  @Test
  void theGateOfTheReleaseIsClosedAndPutsBackUnlessTheValueSaysOtherwise() {
    hub.install("--set", "serviceAccount.name=rollouts");
    awaitGateOf("rollouts");
    assertThat(hub.kubectl(QUIET)).contains("policy", "binding");

    hub.install("--set", "serviceAccount.name=rollouts,gate.quiet=Never");

    awaitGateOf("rollouts");
    assertThat(hub.kubectl(QUIET)).isBlank();
  }

  /** While policies are staged, nothing that was held may pass because Sluice goes. */
  @Test
  void theGateHoldsWithoutItsReleaseAndIsTakenOverByTheNext() {
    hub.install();
    awaitGateOf("sluice");

    hub.install("--set", "gate.enabled=false");
    assertThat(check("sluice").state().message()).contains("may not create policies");
    hub.uninstall("sluice");
    assertThat(held()).contains("Held by Sluice until the turn of cluster sluice-system.");

    assertThat(hub.tryToInstall("other").errors()).contains("invalid ownership metadata");
    Helm.ProgramOutput taken = hub.tryToInstall("other", "--take-ownership", "--force-conflicts");
    assertThat(taken.code()).as(taken.errors()).isZero();
    awaitGateOf("other-sluice");
  }

  private String held() {
    return hub.apply(
            """
            apiVersion: policy.open-cluster-management.io/v1
            kind: Policy
            metadata:
              name: policies.web
              namespace: sluice-system
              labels: {policy.open-cluster-management.io/root-policy: policies.web, sluice.io/staged: "true"}
            spec: {disabled: false, policy-templates: []}
            """)
        .output();
  }

  @Test
  void aWorkerInPlaceOfThePropagatorIsNotPutBehindAGate() {
    hub.install();
    awaitGateOf("sluice");

    Helm.ProgramOutput refused = hub.tryToInstall("sluice", "--set", "mode=Standalone");
    assertThat(refused.code()).isNotZero();
    assertThat(refused.errors()).contains("Cannot run in mode Standalone: the hub has the gate");

    hub.run("kubectl delete --ignore-not-found -k deploy/gate");
    hub.install("--set", "mode=Standalone");
  }
}
