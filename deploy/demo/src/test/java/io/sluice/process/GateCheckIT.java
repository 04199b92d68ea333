package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.devservers.DevServers;
import io.sluice.devservers.Kubectl;
import io.sluice.devservers.SharedDevServers;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.gate.GateCheck;
import io.sluice.hub.gate.GateReport;
import io.sluice.hub.gate.GateState;
import io.sluice.hub.gate.ProbeAnswer;
import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Installs and removes {@code deploy/gate} on a real API server, and looks whether it stands. */
@Timeout(Patience.TEST)
class GateCheckIT {
  private static final String NAMESPACE = "sluice-system";
  private static final String WORKER = "system:serviceaccount:sluice-system:sluice";
  private static final String GATE = "../deploy/gate";

  @TempDir private Path folder;

  private DevServers servers;
  private KubernetesClient admin;
  private KubernetesClient worker;

  @BeforeEach
  void connect() {
    servers = SharedDevServers.get();
    admin = servers.client();
    admin
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build())
        .serverSideApply();
    worker = as(admin, WORKER);
  }

  @AfterEach
  void clear() {
    kubectl("delete", "--ignore-not-found", "-k", GATE + "/quiet");
    kubectl("delete", "--ignore-not-found", "-k", GATE);
    worker.close();
    admin.close();
  }

  private static KubernetesClient as(KubernetesClient person, String user, String... groups) {
    return HubClient.of(
        new ConfigBuilder(person.getConfiguration())
            .withImpersonateUsername(user)
            .withImpersonateGroups(groups)
            .build());
  }

  private static GateReport check(KubernetesClient as) {
    return new GateCheck(as, NAMESPACE).check();
  }

  private void kubectl(String... command) {
    Kubectl.Output done = new Kubectl(servers, folder).run(command);
    assertThat(done.code()).as(done.output()).isZero();
  }

  /** A policy of admission takes a moment to count, and one more to count no longer. */
  private static void becomes(Class<? extends GateState> kind, Supplier<GateReport> report) {
    Patience.await().untilAsserted(() -> assertThat(report.get().state()).isInstanceOf(kind));
  }

  @Test
  void theGateIsClosedOnceItIsInstalledAndOpenWithoutItsBinding() {
    becomes(GateState.Open.class, () -> check(worker));
    assertThat(check(worker).state().message())
        .startsWith("Cannot stage an enforced policy: the gate is not installed");
    try (KubernetesClient another = as(admin, "somebody")) {
      assertThat(check(another).state().message())
          .startsWith(
              "Cannot tell whether the gate is closed: the worker may not create policies in"
                  + " namespace sluice-system.");
    }

    kubectl("apply", "-k", GATE);

    becomes(GateState.Closed.class, () -> check(worker));
    GateReport report = check(worker);
    assertThat(report.answers()).hasSize(3).allMatch(ProbeAnswer::asExpected);
    assertThat(report.quiet()).contains(true);

    admin
        .admissionRegistration()
        .v1()
        .validatingAdmissionPolicyBindings()
        .withName("sluice-gate")
        .delete();

    becomes(GateState.Open.class, () -> check(worker));
    assertThat(check(worker).state().message()).contains("the gate is not installed");
    assertThat(
            admin.genericKubernetesResources(Kinds.POLICY).inNamespace(NAMESPACE).list().getItems())
        .isEmpty();
  }

  @Test
  void whatPutsBackIsInstalledBesidesAndTheGateStaysClosed() {
    kubectl("apply", "-k", GATE);
    kubectl("apply", "-k", GATE + "/quiet");

    becomes(GateState.Closed.class, () -> check(worker));
    kubectl("get", "mutatingadmissionpolicybindings", "sluice-gate-quiet");
  }

  @Test
  void aWorkerThatTheGateDoesNotNameFindsItOpen() {
    kubectl("apply", "-k", GATE);
    becomes(GateState.Closed.class, () -> check(worker));

    try (KubernetesClient other = as(admin, "system:serviceaccount:sluice-system:other")) {
      kubectl(
          "create",
          "clusterrolebinding",
          "other",
          "--clusterrole=sluice-gate",
          "--serviceaccount=sluice-system:other");
      becomes(GateState.Open.class, () -> check(other));
      assertThat(check(other).state().message())
          .startsWith("Cannot stage an enforced policy: the gate names another ServiceAccount:");
    } finally {
      kubectl("delete", "clusterrolebinding", "other");
    }
  }

  @Test
  void anAdministratorVerifiesItAndOthersAreToldWhatTheyLack() {
    kubectl("apply", "-k", GATE);
    becomes(GateState.Closed.class, () -> check(worker));

    CommandRun allowed = verify(servers.kubeconfig());
    CommandRun denied = verify(servers.workerKubeconfig());

    assertThat(allowed.code()).as(allowed.out()).isEqualTo(ExitCodes.OK);
    assertThat(denied.code()).as(denied.out()).isEqualTo(ExitCodes.NOT_READ);
    assertThat(denied.out().replaceAll("\\s+", " "))
        .contains("Cannot tell whether the gate is closed: this user may not act as the worker (");
  }

  private static CommandRun verify(Path kubeconfig) {
    return CommandRun.of("gate", "verify", "--kubeconfig", kubeconfig.toString());
  }
}
