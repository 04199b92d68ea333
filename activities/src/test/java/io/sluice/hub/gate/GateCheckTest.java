package io.sluice.hub.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.crd.Kinds;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.simulator.api.WriteAdmission;
import io.sluice.simulator.gate.GateAdmission;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GateCheckTest {
  private static final String NAMESPACE = "sluice-system";
  private static final String WORKER = "system:serviceaccount:sluice-system:sluice";
  private static final GateAdmission GATE = new GateAdmission(WORKER, false);
  private static final RequestMatcher CREATION =
      RequestMatcher.anything().verb("create").kind("Policy");

  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final KubernetesClient worker = client(WORKER);

  private KubernetesClient client(String user, String... groups) {
    return HubClient.of(
        new ConfigBuilder(Config.empty())
            .withMasterUrl(hub.url())
            .withImpersonateUsername(user)
            .withImpersonateGroups(groups)
            .build());
  }

  @BeforeEach
  void makeNamespace() {
    worker
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build())
        .create();
  }

  @AfterEach
  void close() {
    worker.close();
    hub.close();
  }

  private GateReport check() {
    return new GateCheck(worker, NAMESPACE).check();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aGateThatStandsIsClosedAndNothingIsWritten(boolean quiet) {
    hub.admit(new GateAdmission(WORKER, quiet));

    GateReport report = check();

    assertThat(report.state()).isEqualTo(new GateState.Closed());
    assertThat(report.answers()).hasSize(3).allMatch(ProbeAnswer::asExpected);
    assertThat(report.quiet()).contains(true);
    assertThat(hub.requests()).containsEntry("create policies", 3L);
    assertThat(hub.writes())
        .allMatch(write -> write.resource().equals("namespaces"), "only of the test itself");
  }

  @Test
  void aHubWithoutAGateIsOpenAndNothingIsWritten() {
    GateReport report = check();

    assertThat(report.state())
        .isInstanceOf(GateState.Open.class)
        .extracting(GateState::message)
        .asString()
        .startsWith("Cannot stage an enforced policy: the gate is not installed:")
        .contains("Install it: kubectl apply -k deploy/gate, or gate.enabled=true of the chart.");
    assertThat(policies()).isEmpty();
  }

  /** All pass that are in the group, and the gate does not show. */
  @Test
  void aWorkerThatBreaksTheGlassIsToldTo() {
    hub.admit(GATE);
    try (KubernetesClient broken = client(WORKER, GateAdmission.BREAK_GLASS)) {
      assertThat(new GateCheck(broken, NAMESPACE).check().state().message())
          .contains("take the worker out of the group sluice:break-glass");
    }
  }

  @Test
  void aGateForAnotherServiceAccountIsOpen() {
    hub.admit(new GateAdmission("system:serviceaccount:other:sluice", false));

    GateReport report = check();

    assertThat(report.state())
        .isInstanceOf(GateState.Open.class)
        .extracting(GateState::message)
        .asString()
        .startsWith("Cannot stage an enforced policy: the gate names another ServiceAccount:")
        .contains("as the chart does with gate.enabled=true");
    assertThat(report.answers())
        .filteredOn(answer -> !answer.asExpected())
        .extracting(ProbeAnswer::probe)
        .containsExactly(GateProbe.RELEASED, GateProbe.FOREIGN);
  }

  @Test
  void aGateThatDoesNotHoldTheProbeIsThatOfAnotherVersion() {
    hub.admit(without(write -> probe(write) && labelled(write) && !ticket(write)));

    assertThat(check().state().message())
        .startsWith("Cannot stage an enforced policy: the gate is that of another version:")
        .contains("it does not hold what the worker tries it with")
        .endsWith("kubectl apply -k deploy/gate, or gate.enabled=true of the chart.");
  }

  @Test
  void aGateThatLetsTheWorkerWriteAnyPolicyIsThatOfAnotherVersion() {
    hub.admit(without(write -> probe(write) && !labelled(write)));

    assertThat(check().state().message())
        .startsWith("Cannot stage an enforced policy: the gate is that of another version:")
        .contains("it lets the worker write policies that are not staged");
  }

  /** A gate that lacks a rule. */
  private static WriteAdmission without(Predicate<WriteAdmission.Write> rule) {
    return write -> rule.test(write) ? write.after() : GATE.admit(write);
  }

  private static boolean probe(WriteAdmission.Write write) {
    return write.after().at("/metadata/name").asText().equals("sluice.gate-probe");
  }

  private static boolean labelled(WriteAdmission.Write write) {
    return write.after().at("/metadata/labels").has("sluice.io/staged");
  }

  private static boolean ticket(WriteAdmission.Write write) {
    return write.after().at("/metadata/labels").has("sluice.io/release");
  }

  @Test
  void anObjectOfThatNameDoesNotHideTheGate() {
    worker.resource(GateProbe.RELEASED.object(NAMESPACE)).create();
    hub.admit(GATE);

    assertThat(check().state()).isEqualTo(new GateState.Closed());
  }

  @Test
  void anApiServerWithoutPoliciesOfAdmissionIsNamed() {
    hub.withdraw("validatingadmissionpolicies");
    hub.withdraw("mutatingadmissionpolicies");

    GateReport report = check();

    assertThat(report.quiet()).contains(false);
    unknown(report, "the API server serves no ValidatingAdmissionPolicy", "Kubernetes 1.30");
  }

  @Test
  void theQuietPolicyIsAFactAndNoFailure() {
    hub.admit(GATE);
    hub.withdraw("mutatingadmissionpolicies");

    GateReport report = check();

    assertThat(report.state()).isEqualTo(new GateState.Closed());
    assertThat(report.quiet()).contains(false);
  }

  @Test
  void aHubWithoutPoliciesIsNamed() {
    hub.withdraw("policies");

    unknown(check(), "the hub serves no policies.policy.open-cluster-management.io", "deploy/crds");
  }

  @Test
  void aMissingNamespaceIsNamed() {
    GateReport report = new GateCheck(worker, "nowhere").check();

    unknown(report, "the hub has no namespace nowhere", "create it");
  }

  @Test
  void aHubThatDoesNotAnswerIsNamedAndAskedNoMore() {
    hub.stop();

    GateReport report = check();

    unknown(report, "no answer came from the hub (", "Check the address");
    assertThat(report.answers()).isEmpty();
    assertThat(report.quiet()).isEmpty();
  }

  @Test
  void aMissingRightIsNamed() {
    refuseAll(
        403,
        "policies.policy.open-cluster-management.io is forbidden: User \"w\" cannot create resource \"policies\" in API group \"policy.open-cluster-management.io\" in the namespace \"sluice-system\"");

    GateReport report = check();

    unknown(
        report,
        "the worker may not create policies in namespace sluice-system",
        "kubectl apply -k deploy/gate");
    assertThat(report.answers())
        .containsExactly(new ProbeAnswer(GateProbe.HELD, ProbeAnswer.Result.FAILED));
  }

  @Test
  void whoMayNotActAsTheWorkerIsToldSo() {
    refuseAll(
        403,
        "serviceaccounts \"sluice\" is forbidden: User \"ann\" cannot impersonate resource \"serviceaccounts\" in API group \"\" in the namespace \"sluice-system\"");

    unknown(check(), "this user may not act as the worker (", "the right to impersonate");
  }

  @Test
  void anotherRefusalIsNeitherAClosedGateNorAnOpenOne() {
    hub.admit(GATE);
    refuseAll(
        400, "admission webhook \"policies.example.com\" does not support dry run: it has effects");

    unknown(check(), "the hub answered 400, and not for the gate (admission webhook", "dry runs");
  }

  private void refuseAll(int code, String message) {
    hub.faults().inject(CREATION, Fault.error(code, message));
  }

  private static void unknown(GateReport report, String why, String whatToDo) {
    assertThat(report.state())
        .isInstanceOf(GateState.Unknown.class)
        .extracting(GateState::message)
        .asString()
        .startsWith("Cannot tell whether the gate is closed: " + why)
        .contains(whatToDo)
        .endsWith(".");
  }

  private List<GenericKubernetesResource> policies() {
    return worker.genericKubernetesResources(Kinds.POLICY).inAnyNamespace().list().getItems();
  }
}
