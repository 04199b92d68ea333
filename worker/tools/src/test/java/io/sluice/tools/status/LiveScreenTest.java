package io.sluice.tools.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.crd.RolloutStatus;
import io.sluice.policy.PolicyName;
import io.sluice.tools.terminal.TerminalStyle;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LiveScreenTest {
  private static final TerminalStyle NARROW = new TerminalStyle(60, true, true);

  private final StringWriter out = new StringWriter();
  private final Screen screen = screen(24);

  @Test
  void aScreenOfSixtyColumnsIsDrawnOverItselfWhateverIsWiderThanIt() {
    screen.print("Kubernetes API  http://127.0.0.1:16443 with an address that is quite long");
    String wide = "x".repeat(130);
    for (String waitingFor : List.of("one", wide, "two", wide + " " + wide, "three")) {
      screen.show(view(waitingFor), Optional.empty(), "");
    }
    screen.ask("Approve group of a rather long name, longer than the terminal? [y/N] ");
    screen.show(view("four"), Optional.empty(), "");

    assertThat(NarrowTerminal.rows(out.toString(), 60))
        .containsExactly(
            "Kubernetes API http://127.0.0.1:16443 with an address that",
            "  is quite long",
            "Policy policies/web-tls  generation 1  manualPerGroup",
            "WaitingForApproval",
            "four",
            "Approve group of a rather long name, longer than the termina",
            "l? [y/N]");
  }

  @Test
  void aNoteStandsBelowTheStatusAndIsDrawnOverItselfToo() {
    screen.show(view("one"), Optional.of("Enforced now: no cluster."), "");
    screen.show(view("one"), Optional.of("Enforced now: 5 of 30 clusters."), "");

    assertThat(NarrowTerminal.rows(out.toString(), 60))
        .filteredOn(row -> !row.isBlank())
        .containsExactly(
            "Policy policies/web-tls  generation 1  manualPerGroup",
            "WaitingForApproval",
            "one",
            "Enforced now: 5 of 30 clusters.");
  }

  @Test
  void whatIsHigherThanTheTerminalIsCutUntilTheEnd() {
    Screen low = screen(4);
    low.show(view("one two ".repeat(20)), Optional.empty(), "");
    low.show(view("three four ".repeat(20)), Optional.empty(), "");
    assertThat(NarrowTerminal.rows(out.toString(), 60)).hasSize(4);

    low.leave();
    assertThat(NarrowTerminal.rows(out.toString(), 60)).hasSizeGreaterThan(5);
  }

  @Test
  void beforeTheRolloutItWaitsForNoWorker() {
    StatusView view =
        new StatusView(
            StatusSubject.of(new PolicyName("policies", "web-tls")),
            1,
            false,
            Optional.of("manualPerGroup"),
            Optional.empty(),
            List.of(),
            List.of(),
            new RolloutStatus());
    screen.show(view, Optional.empty(), "");

    assertThat(out.toString()).contains("begins in a moment").doesNotContain("worker");
  }

  private Screen screen(int height) {
    return new LiveScreen(
        new PrintWriter(out),
        NARROW,
        height,
        view ->
            StatusPrinter.linesWithoutNextStep(view, NARROW, "The rollout begins in a moment."));
  }

  private static StatusView view(String waitingFor) {
    RolloutStatus status = new RolloutStatus();
    status.phase = "WaitingForApproval";
    status.waitingFor = waitingFor;
    return new StatusView(
        StatusSubject.of(new PolicyName("policies", "web-tls")),
        1,
        false,
        Optional.of("manualPerGroup"),
        Optional.empty(),
        List.of(),
        List.of(),
        status);
  }
}
