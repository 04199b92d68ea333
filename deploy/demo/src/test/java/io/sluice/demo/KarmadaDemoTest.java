package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.process.Patience;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.ShutdownSignal;
import io.sluice.tools.terminal.Terminal;
import io.sluice.tools.terminal.TerminalStyle;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("nightly")
class KarmadaDemoTest {
  @Test
  void anEditOfTheLazyPolicyWaitsForAChangeOfTheDeployment() throws InterruptedException {
    StringWriter out = new StringWriter();
    assertThat(play(Optional.empty(), 0, out)).isEqualTo(ExitCodes.OK);
    assertPlayed(out.toString());
  }

  static int play(Optional<Path> real, int failing, StringWriter out) throws InterruptedException {
    DemoSettings settings =
        new DemoSettings(
            DemoKind.KARMADA,
            0,
            0,
            Duration.ofMillis(200),
            Optional.empty(),
            failing,
            false,
            Duration.ofSeconds(Patience.TEST),
            real);
    return new KarmadaDemo(
            settings,
            new Terminal(false, false, 24, TerminalStyle.PLAIN),
            new PrintWriter(out, true))
        .play(ShutdownSignal.silent());
  }

  static void assertPlayed(String output) {
    assertThat(output)
        .containsSubsequence(
            "A lazy policy sends Deployment web to member1.",
            "member1 nginx:1.28 healthy",
            "The policy is edited: it names member2, member3, member4 now.",
            "Pending: ",
            "The Deployment is changed: image nginx:1.29.",
            "member1 nginx:1.28 healthy, member2 nginx:1.29 healthy\n",
            "member1 nginx:1.28 healthy, member2 nginx:1.29 healthy, member3 nginx:1.29 ",
            "   member2 nginx:1.29 healthy, member3 nginx:1.29 healthy, member4 nginx:1.29 healthy",
            "Done in ");
    String waiting =
        output.substring(output.indexOf("Pending: "), output.indexOf("The Deployment is changed"));
    assertThat(waiting).doesNotContain("member1 nginx", "member2 nginx");
  }
}
