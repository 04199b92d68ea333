package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.process.Patience;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.ShutdownSignal;
import io.sluice.tools.terminal.Terminal;
import io.sluice.tools.terminal.TerminalStyle;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("nightly")
class DemoTest {
  private static final Duration LONGEST = Duration.ofMinutes(2);

  private final StringWriter out = new StringWriter();

  @Test
  void anAnswerOfYesLetsItSucceed() throws InterruptedException {
    assertThat(play(settings(0), true, "no\nyes\n")).isEqualTo(ExitCodes.OK);
    assertThat(out.toString())
        .contains(
            "Approve group prod? [y/N]",
            "Group prod stays as it is.",
            "Approved group prod of policy policies/web-tls.",
            "Group prod: 15 of 15 done")
        .containsPattern("Succeeded in \\d+\\.\\ds: dev .*, stage .*, prod ")
        .doesNotContain("\u001b");
  }

  @Test
  void withoutATerminalItEndsWithTheCommandThatApproves() throws InterruptedException {
    assertThat(play(settings(0), false, "")).isEqualTo(ExitCodes.WAITS_FOR_A_PERSON);
    assertThat(out.toString())
        .contains("  ./sluice approve web-tls prod -n policies --hub http://127.0.0.1:");
  }

  @Test
  void besideThePropagatorItEnforcesGroupByGroupAndReleases() throws InterruptedException {
    assertThat(play(beside(true), false, "")).isEqualTo(ExitCodes.OK);
    assertThat(out.toString())
        .containsSubsequence(
            "with OCM's propagator (simulated)",
            "brought generation 1 to all 30 clusters at once, as inform: 6 comply already.",
            "Mode Beside: Lease open-cluster-management/policy-propagator",
            "./sluice approve web-tls prod -n policies --hub http://127.0.0.1:",
            "Enforced now: no cluster of 30; they inform.",
            "Enforced now: 5 of 30 clusters: dev 5.",
            "Enforced now: 15 of 30 clusters: dev 5, stage 10.",
            "Approved group prod of policy policies/web-tls.",
            "Enforced now: all 30 clusters.",
            "Enforced now: no cluster of 30; they inform.",
            "Succeeded in ",
            "What was applied stays on the clusters");
  }

  @Test
  void besideThePropagatorItWaitsForAnApprovalToo() throws InterruptedException {
    assertThat(play(beside(false), false, "")).isEqualTo(ExitCodes.WAITS_FOR_A_PERSON);
    assertThat(out.toString())
        .contains("Enforced now: 15 of 30 clusters: dev 5, stage 10.")
        .contains("  ./sluice demo --beside --auto-approve")
        .doesNotContain("prod 1");
  }

  @Test
  void behindTheGateAnEditOfAnEnforcedPolicyIsHeldUntilTheTurnOfEachGroup()
      throws InterruptedException {
    assertThat(play(gate(0), false, "")).isEqualTo(ExitCodes.OK);
    assertThat(out.toString())
        .containsSubsequence(
            "with OCM's propagator (simulated) and the gate",
            "brought generation 1 to all 30 clusters at once, as enforce: all comply.",
            "The policy is edited: ",
            "The gate holds it; Sluice does not run yet.",
            " Enforced now: generation 1 on all 30 clusters.",
            "Mode Beside: Lease open-cluster-management/policy-propagator",
            "./sluice gate verify --hub http://127.0.0.1:",
            "Enforced now: generation 2 on dev 5; generation 1 on stage 10, prod 15.",
            "Enforced now: generation 2 on dev 5, stage 10; generation 1 on prod 15.",
            "Approved group prod of policy policies/web-tls.",
            "Enforced now: generation 2 on all 30 clusters.",
            "Succeeded in ");
  }

  @Test
  void behindTheGateAHaltLeavesTheFormerVersionEnforced() throws InterruptedException {
    assertThat(play(gate(2), false, "")).isEqualTo(ExitCodes.FAILED);
    assertThat(out.toString())
        .containsSubsequence(
            "as enforce: all comply.",
            "Enforced now: generation 2 on dev 5, stage 10; generation 1 on prod 15.",
            "2 clusters of group stage failed",
            "; not touched: prod",
            "What was not touched keeps the former version, enforced.")
        .doesNotContain("generation 2 on all");
  }

  @Test
  void onATerminalAHaltStaysToBeLookedAtUntilCtrlC() throws Exception {
    ShutdownSignal signal = ShutdownSignal.silent();
    Demo demo =
        new Demo(
            settings(DemoKind.STANDALONE, 0, Optional.empty(), 2, false),
            new Terminal(true, true, 24, TerminalStyle.PLAIN),
            new BufferedReader(new StringReader("")),
            new PrintWriter(out, true));
    CompletableFuture<Integer> played = CompletableFuture.supplyAsync(() -> play(demo, signal));

    await().atMost(LONGEST).until(() -> out.toString().contains("stays as it is until Ctrl-C."));
    assertThat(out.toString())
        .containsPattern("Failed in [^\n]*; not touched: prod")
        .contains("  ./sluice status web-tls -n policies --hub http://127.0.0.1:");
    assertThat(played).isNotDone();
    signal.stop();

    assertThat(played.get(LONGEST.toSeconds(), TimeUnit.SECONDS)).isEqualTo(ExitCodes.FAILED);
  }

  private static int play(Demo demo, ShutdownSignal signal) {
    try {
      return demo.play(signal);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aBusyPortIsNamedWithTheOptionThatChoosesAnother() throws IOException {
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = busy.getLocalPort();

      assertThatThrownBy(() -> play(settings(port), false, ""))
          .hasMessage(
              "Cannot start Temporal on 127.0.0.1:%d: the port is in use. Choose another with --temporal-port (0 takes any free one)."
                  .formatted(port));
    }
  }

  private int play(DemoSettings settings, boolean asks, String typed) throws InterruptedException {
    Demo demo =
        new Demo(
            settings,
            new Terminal(asks, false, 24, TerminalStyle.PLAIN),
            new BufferedReader(new StringReader(typed)),
            new PrintWriter(out, true));
    return demo.play(ShutdownSignal.silent());
  }

  static DemoSettings settings(int temporalPort) {
    return settings(DemoKind.STANDALONE, temporalPort, Optional.empty(), 0, false);
  }

  private static DemoSettings beside(boolean autoApprove) {
    return settings(DemoKind.BESIDE, 0, Optional.empty(), 0, autoApprove);
  }

  private static DemoSettings gate(int failing) {
    return settings(DemoKind.GATE, 0, Optional.empty(), failing, true);
  }

  /** Returns settings by which these manifests are played by a worker that stands alone. */
  static DemoSettings manifests(Path manifests) {
    return settings(DemoKind.STANDALONE, 0, Optional.of(manifests), 0, false);
  }

  /** Returns settings by which these manifests are played beside the propagator. */
  static DemoSettings beside(Optional<Path> manifests) {
    return settings(DemoKind.BESIDE, 0, manifests, 0, false);
  }

  /** Returns settings by which these manifests are played behind the gate. */
  static DemoSettings gate(Path manifests) {
    return settings(DemoKind.GATE, 0, Optional.of(manifests), 0, false);
  }

  private static DemoSettings settings(
      DemoKind kind, int temporalPort, Optional<Path> manifests, int failing, boolean autoApprove) {
    return new DemoSettings(
        kind,
        0,
        temporalPort,
        Duration.ofMillis(200),
        manifests,
        failing,
        autoApprove,
        Duration.ofSeconds(Patience.TEST),
        Optional.empty());
  }
}
