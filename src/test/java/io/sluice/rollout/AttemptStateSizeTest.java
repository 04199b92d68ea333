package io.sluice.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.PayloadJson;
import io.sluice.plan.MidRollout;
import io.sluice.plan.PlannerFixture;
import io.sluice.plan.RolloutPlanner;
import io.sluice.policy.Verdict;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.Strategy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Measures the size of the state that a workflow passes from run to run. */
class AttemptStateSizeTest {
  private static final Strategy STRATEGY =
      PlannerFixture.perGroup().withMaxFailures(Amount.percent(5));

  @ParameterizedTest
  @ValueSource(ints = {0, 50, 98, 100})
  void tenThousandClustersTakeAtMostAMegabyteAndCompressedAtMostAHundredAndFiftyKilobytes(
      int finishedGroups) throws IOException {
    AttemptState state = new MidRollout(STRATEGY, 10_000, finishedGroups).state();
    byte[] json = PayloadJson.write(state).getBytes(StandardCharsets.UTF_8);
    assertThat(json.length).isLessThanOrEqualTo(1_000_000);
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
      gzip.write(json);
    }
    assertThat(compressed.size()).isLessThanOrEqualTo(150_000);
  }

  @Test
  void whatClustersShowBeforeTheirTurnTakesNoMore() {
    AttemptSpec spec = PlannerFixture.spec(STRATEGY).in(PendingMode.BESIDE, false);
    AttemptState begun = AttemptState.begin(spec, PlannerFixture.START);
    List<PendingCluster> waiting =
        IntStream.range(0, 10_000)
            .mapToObj(i -> PendingCluster.of("cluster-%05d".formatted(i), i / 100))
            .map(entry -> entry.asProvided().reported(Verdict.NEGATIVE))
            .toList();
    AttemptState state =
        new AttemptState(
            spec,
            begun.startedAt(),
            List.of(),
            List.of(),
            waiting,
            true,
            true,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            begun.requests());
    byte[] json = PayloadJson.write(state).getBytes(StandardCharsets.UTF_8);
    assertThat(json.length / 10_000).as("bytes a cluster").isLessThanOrEqualTo(50);
  }

  /** Checks that the measured state is that of a rollout under way, with nothing due. */
  @Test
  void theRolloutIsUnderWay() {
    MidRollout rollout = new MidRollout(STRATEGY, 1_000);
    Step step =
        RolloutPlanner.step(Rules.CURRENT, rollout.state(), rollout.verdicts(100), rollout.now());
    Counts counts = step.progress().counts();
    assertThat(step.progress().phase()).isEqualTo(Phase.PROGRESSING);
    assertThat(counts.clusters()).isEqualTo(1_000);
    assertThat(counts.timeOut()).isEqualTo(5);
    assertThat(counts.toApply()).isEqualTo(300);
    assertThat(counts.soaking()).isGreaterThan(90);
  }
}
