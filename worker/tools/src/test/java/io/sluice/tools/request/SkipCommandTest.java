package io.sluice.tools.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.plan.PlanHub;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Skips clusters of a rollout that is under way, some of which have succeeded. */
class SkipCommandTest {
  private static final String COUNTS =
      "{clusters: 2, toApply: %d, progressing: %d, soaking: 0, succeeded: %d, failed: 0, timeOut: 0,"
          + " newCluster: 0, ignored: 0}";

  private final PlanHub hub =
      new PlanHub()
          .strategy("{type: ProgressivePerGroup}")
          .rollout(
              "{}",
              "{phase: Progressing, attempt: 1, rolloutUID: u1, runOpen: true,"
                  + " currentRolloutGeneration: 1, decisionGroups: [%s, %s, %s]}"
                      .formatted(
                          group("dev", 0, 0, 0, 2),
                          group("stage", 1, 0, 2, 0),
                          group("prod", 2, 2, 0, 0)));

  private static String group(String name, int index, int toApply, int progressing, int done) {
    return "{placement: sites, groupName: %s, groupIndex: %d, approved: true, counts: %s}"
        .formatted(name, index, COUNTS.formatted(toApply, progressing, done));
  }

  @AfterEach
  void close() {
    hub.close();
  }

  private CommandRun skip(String... clusters) {
    return CommandRun.of(
        Stream.concat(
                Stream.of("skip", "web", "-n", "policies", "--hub", hub.url()),
                Arrays.stream(clusters))
            .toArray(String[]::new));
  }

  /** Also beside OCM's propagator, where no status of the policy names how far a cluster is. */
  @Test
  void ofAClusterWhoseGroupHasSucceededItIsSaidThatNothingChanges() {
    assertThat(skip("d1"))
        .isEqualTo(
            new CommandRun(
                ExitCodes.OK,
                "Cluster d1 has succeeded: nothing waits for it, and to skip it changes nothing.\n",
                ""));
    assertThat(skip("d1", "s1").out())
        .startsWith("Skipped cluster s1 in the rollout of policy policies/web:")
        .contains(
            "Cluster d1 has succeeded: nothing waits for it, and to skip it changes nothing.\n");
    assertThat(skip("p1").out()).startsWith("Skipped cluster p1 in");
  }

  @Test
  void ofOneThatTheStatusOfThePolicyCallsSucceededToo() {
    hub.rows(
        "{clustername: s1, rolloutStatus: Succeeded}, {clustername: s2, rolloutStatus: Progressing}");
    assertThat(skip("s1").out())
        .isEqualTo(
            "Cluster s1 has succeeded: nothing waits for it, and to skip it changes nothing.\n");
    assertThat(skip("s2").out()).startsWith("Skipped cluster s2 in");
  }
}
