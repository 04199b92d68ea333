package io.sluice.tools.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.HubClient;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.simulator.gate.GateAdmission;
import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GateCommandTest {
  private final EmbeddedHub hub = EmbeddedHub.start(0);

  @BeforeEach
  void makeNamespaces() {
    try (KubernetesClient client = HubClient.ofUrl(hub.url())) {
      for (String name : List.of("sluice-system", "rollouts")) {
        client
            .resource(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build())
            .create();
      }
    }
  }

  @AfterEach
  void close() {
    hub.close();
  }

  private CommandRun verify(String... more) {
    List<String> line = new ArrayList<>(List.of("gate", "verify", "--hub", hub.url()));
    line.addAll(List.of(more));
    return CommandRun.of(line.toArray(String[]::new));
  }

  private void closed(String namespace) {
    hub.admit(new GateAdmission("system:serviceaccount:" + namespace + ":sluice", false));
  }

  @Test
  void aClosedGateIsShownRequestByRequest() {
    closed("sluice-system");

    CommandRun run = verify();

    assertThat(run.code()).isEqualTo(ExitCodes.OK);
    assertThat(run.out())
        .isEqualTo(
            """
            Dry runs of system:serviceaccount:sluice-system:sluice:
            REQUEST                             EXPECTED                ANSWER
            a staged replica without a ticket   held                    held
            a staged replica with a ticket      accepted                accepted
            a policy that is not staged         refused to the worker   refused to the worker
            The hub can hold without refusing. If sluice-gate-quiet is not installed yet: kubectl apply -k deploy/gate/quiet --server %s, or gate.quiet=Auto of the chart
            The gate is closed: a staged change waits for the turn of its cluster.
            """,
            hub.url());
  }

  @Test
  void aHubWithoutAGateIsAFailure() {
    CommandRun run = verify();

    assertThat(run.code()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.out())
        .contains("a staged replica without a ticket   held                    accepted\n")
        .contains("Cannot stage an enforced policy: the gate is not installed:");
  }

  @Test
  void anotherServiceAccountIsNamedWithAnOption() {
    closed("rollouts");

    CommandRun other = verify();
    CommandRun worker = verify("--as-worker", "rollouts:sluice");

    assertThat(other.code()).isEqualTo(ExitCodes.FAILED);
    assertThat(other.out()).contains("the gate names another ServiceAccount:");
    assertThat(worker.code()).isEqualTo(ExitCodes.OK);
    assertThat(worker.out()).startsWith("Dry runs of system:serviceaccount:rollouts:sluice:");
  }

  @Test
  void whatCannotBeToldHasACodeOfItsOwn() {
    closed("sluice-system");
    hub.faults()
        .inject(
            RequestMatcher.anything().verb("create").kind("Policy"),
            Fault.error(
                403,
                "serviceaccounts \"sluice\" is forbidden: User \"ann\" cannot impersonate resource \"serviceaccounts\""));

    CommandRun run = verify();

    assertThat(run.code()).isEqualTo(ExitCodes.NOT_READ);
    assertThat(run.out().replaceAll("\\s+", " "))
        .contains("a staged replica without a ticket held failed")
        .contains("a staged replica with a ticket accepted not asked")
        .contains("Cannot tell whether the gate is closed: this user may not act as the worker (")
        .contains("Take a kubeconfig with the right to impersonate that ServiceAccount.");
  }

  @Test
  void programsGetTheSame() {
    closed("sluice-system");
    hub.withdraw("mutatingadmissionpolicies");

    Map<?, ?> tree = Serialization.unmarshal(verify("-o", "json").out(), Map.class);

    assertThat(tree.get("state")).isEqualTo("Closed");
    assertThat(tree.get("worker")).isEqualTo("system:serviceaccount:sluice-system:sluice");
    assertThat(tree.get("quietServed")).isEqualTo(false);
    assertThat((List<?>) tree.get("requests"))
        .hasSize(3)
        .last()
        .hasToString(
            "{request=a policy that is not staged, expected=refused to the worker, answer=refused"
                + " to the worker, asExpected=true}");
  }

  @Test
  void wrongUsageIsRefused() {
    assertThat(verify("--as-worker", "sluice"))
        .satisfies(run -> assertThat(run.code()).isEqualTo(ExitCodes.USAGE))
        .extracting(CommandRun::err)
        .asString()
        .contains("it is no ServiceAccount.");
    assertThat(verify("-n", "policies"))
        .satisfies(run -> assertThat(run.code()).isEqualTo(ExitCodes.USAGE))
        .extracting(CommandRun::err)
        .asString()
        .contains("Cannot verify the gate of namespace policies: a hub has one for all.");
    assertThat(CommandRun.of("gate").err())
        .contains("Cannot run sluice gate: no command is named. Name it: verify.");
  }
}
