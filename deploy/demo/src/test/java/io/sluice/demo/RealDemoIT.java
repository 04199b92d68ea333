package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.devservers.DevServers;
import io.sluice.devservers.SharedDevServers;
import io.sluice.hub.definition.PolicyDefinition;
import io.sluice.process.Patience;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.ShutdownSignal;
import io.sluice.tools.terminal.Terminal;
import io.sluice.tools.terminal.TerminalStyle;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Plays the demo on servers that run already. */
@Timeout(Patience.TEST)
class RealDemoIT {
  private final DevServers servers = SharedDevServers.get();
  private final StringWriter out = new StringWriter();

  @Test
  void theSameServersPlayItAgainAfterAHaltAndStay() throws InterruptedException {
    assertThat(play(2)).isEqualTo(ExitCodes.FAILED);
    assertThat(out.toString()).contains("group stage failed", "ran before, and stay");

    assertThat(play(0)).isEqualTo(ExitCodes.OK);
    assertThat(out.toString())
        .contains(
            "Group prod: 15 of 15 done",
            servers.temporalUi()
                + "/namespaces/sluice/workflows/rollout%2Fhub%2Fpolicies%2Fweb-tls/",
            "--kubeconfig " + servers.kubeconfig());
    assertThat(servers.anyRuns()).isTrue();
  }

  @Test
  void besideThePropagatorAndAloneItIsPlayedInTurn() throws InterruptedException {
    assertThat(play(0, DemoKind.BESIDE)).isEqualTo(ExitCodes.OK);
    assertThat(out.toString())
        .containsSubsequence(
            "brought generation 1 to all 30 clusters at once, as inform",
            "Mode Beside: Lease ",
            "Enforced now: no cluster of 30; they inform.",
            "Succeeded in ")
        // The demo looks five times a second: a machine that stands still may skip a group.
        .containsPattern("Enforced now: \\d+ of 30 clusters: (dev 5|stage 10|prod 15)");
    try (KubernetesClient hub = servers.client()) {
      assertThat(new PolicyDefinition(hub).dropsStrategy()).isFalse();
      assertThat(hub.leases().inNamespace("open-cluster-management").list().getItems()).isEmpty();
    }

    assertThat(play(0)).isEqualTo(ExitCodes.OK);
  }

  /** Whatever the gate brought is gone at the end: the others are played on the same hub. */
  @Test
  void behindTheGateItIsPlayedAgainAfterAHaltAndLeavesNoGate() throws InterruptedException {
    assertThat(play(2, DemoKind.GATE)).isEqualTo(ExitCodes.FAILED);
    assertThat(out.toString())
        .contains("group stage failed", "What was not touched keeps the former version, enforced.")
        .doesNotContain("generation 2 on all");

    assertThat(play(0, DemoKind.GATE)).isEqualTo(ExitCodes.OK);
    assertThat(out.toString())
        .containsSubsequence(
            "brought generation 1 to all 30 clusters at once, as enforce: all comply.",
            "The gate holds it; Sluice does not run yet.",
            " Enforced now: generation 1 on all 30 clusters.",
            "Enforced now: generation 2 on all 30 clusters.",
            "Succeeded in ");
    try (KubernetesClient hub = servers.client()) {
      assertThat(
              hub.admissionRegistration()
                  .v1()
                  .validatingAdmissionPolicies()
                  .withName("sluice-gate")
                  .get())
          .isNull();
      assertThat(hub.rbac().clusterRoleBindings().withName("sluice-gate").get()).isNull();
    }

    assertThat(play(0, DemoKind.BESIDE)).isEqualTo(ExitCodes.OK);
    assertThat(play(0)).isEqualTo(ExitCodes.OK);
  }

  @Test
  void aLazyPolicyOfKarmadaIsPlayedAgainAfterAHaltAtTheCanary() throws InterruptedException {
    Optional<Path> folder = Optional.of(servers.kubeconfig().getParent());
    StringWriter halted = new StringWriter();
    assertThat(KarmadaDemoTest.play(folder, 1, halted)).isEqualTo(ExitCodes.FAILED);
    assertThat(halted.toString())
        .contains("Halted: 1 cluster of group canary failed", "member1 nginx:1.28 healthy, member2")
        .doesNotContain("member3 nginx:1.29", "member4 nginx:1.29");

    assertThat(KarmadaDemoTest.play(folder, 0, out)).isEqualTo(ExitCodes.OK);
    KarmadaDemoTest.assertPlayed(out.toString());
  }

  private int play(int failing) throws InterruptedException {
    return play(failing, DemoKind.STANDALONE);
  }

  private int play(int failing, DemoKind kind) throws InterruptedException {
    Path folder = servers.kubeconfig().getParent();
    DemoSettings settings =
        new DemoSettings(
            kind,
            0,
            0,
            Duration.ofMillis(200),
            Optional.empty(),
            failing,
            true,
            Duration.ofMinutes(8),
            Optional.of(folder));
    Demo demo =
        new Demo(
            settings,
            new Terminal(false, false, 24, TerminalStyle.PLAIN),
            new BufferedReader(new StringReader("")),
            new PrintWriter(out, true));
    return demo.play(ShutdownSignal.silent());
  }
}
