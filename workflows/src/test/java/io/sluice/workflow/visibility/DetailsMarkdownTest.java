package io.sluice.workflow.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.GroupKey;
import io.sluice.gate.HeldClusters;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Checks the details that Temporal's UI shows of a run. */
class DetailsMarkdownTest {
  private static Progress progress(Progress.Group... groups) {
    return progress(Optional.empty(), groups);
  }

  private static Progress progress(Optional<HeldClusters> held, Progress.Group... groups) {
    return new Progress(
        Optional.of("Progressing"),
        Phase.WAITING_FOR_APPROVAL,
        Optional.empty(),
        "Waiting.",
        Instant.EPOCH,
        Optional.empty(),
        Optional.empty(),
        List.of(groups),
        Counts.ZERO,
        0,
        0,
        List.of(),
        0,
        List.of(),
        false,
        List.of(),
        Optional.empty(),
        false,
        held,
        false,
        Optional.empty(),
        List.of());
  }

  private static String details(Progress progress) {
    AttemptSpec spec =
        new AttemptSpec(
            new PolicyName("policies", "web"),
            "u1",
            7,
            new PolicyVersion("uid", 2, "content-2"),
            Strategy.of(StrategyType.MANUAL_PER_GROUP),
            "strategy");
    return DetailsMarkdown.of(spec, progress);
  }

  @Test
  void aGroupThatInformsFirstShowsWhatEnforcingWouldChange() {
    Progress.Group prod =
        new Progress.Group(
            new GroupKey("p", "prod", 1),
            false,
            0,
            new Counts(17, 17, 0, 0, 0, 0, 0, 0, 0),
            Optional.of(new Progress.InformCounts(3, 12, 2)));
    Progress.Group dev =
        new Progress.Group(
            new GroupKey("p", "dev", 0), true, 0, new Counts(2, 0, 0, 0, 2, 0, 0, 0, 0));
    assertThat(details(progress(dev, prod)))
        .isEqualTo(
            """
            **WaitingForApproval**, generation 2, attempt 7

            Waiting.

            - **dev** done: **2 of 2** succeeded
            - **prod** waits for approval: **0 of 17** succeeded, 12 would be changed, 3 comply already, 2 have not reported\
            """);
  }

  @Test
  void behindTheGateItSaysWhatIsHeld() {
    Progress.Group prod =
        new Progress.Group(
            new GroupKey("p", "prod", 0), false, 0, new Counts(3, 3, 0, 0, 0, 0, 0, 0, 0));
    assertThat(details(progress(Optional.of(new HeldClusters(3, 5, Optional.of(1L))), prod)))
        .endsWith(
            "Waiting.\n\nHeld: 3 of 5 clusters keep generation 1, enforced.\n\n"
                + "- **prod** waits for approval: **0 of 3** succeeded");
  }

  @Test
  void controlCharactersAreReplacedAndLinesStay() {
    Progress.Group dev =
        new Progress.Group(
            new GroupKey("p", "d\u001b\u202ev", 0), true, 0, new Counts(2, 0, 0, 0, 2, 0, 0, 0, 0));
    assertThat(details(progress(dev)))
        .endsWith("Waiting.\n\n- **d\ufffd\ufffdv** done: **2 of 2** succeeded");
  }
}
