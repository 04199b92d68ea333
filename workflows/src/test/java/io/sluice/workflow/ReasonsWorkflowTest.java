package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.sluice.policy.Verdict;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** Follows the reason of an action to the timeline and the log. */
@Timeout(300)
class ReasonsWorkflowTest {
  private static final Strategy PER_GROUP =
      Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP).withProgressDeadline(Duration.ofMinutes(10));

  private final Logger logger = (Logger) LoggerFactory.getLogger(ActionExecutor.class);
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void record() {
    log.start();
    logger.setLevel(Level.INFO);
    logger.addAppender(log);
    logger.setAdditive(false);
  }

  @AfterEach
  void restore() {
    logger.detachAppender(log);
    logger.setAdditive(true);
    logger.setLevel(null);
  }

  private static RolloutScenario scene(String name, Strategy strategy) {
    RolloutScenario scene = new RolloutScenario(name, strategy);
    scene.hub.policy(2);
    scene.hub.group(0, "dev", "d1", "d2");
    scene.hub.group(1, "stage", "s1", "s2", "s3");
    return scene;
  }

  private List<String> messages() {
    return List.copyOf(log.list).stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Test
  void theReasonOfAWriteIsInItsSummaryAndInTheLog() {
    List<String> messages;
    try (RolloutScenario scene = scene("reasons-of-groups", PER_GROUP)) {
      scene.begin(1);
      scene.succeed("d1", "d2");
      scene.awaitReached("d1", "d2", "s1", "s2", "s3");
      assertThat(scene.summaries())
          .containsSubsequence(
              "write 2 clusters of dev: group dev is the first of 2",
              "write 3 clusters of stage: group dev is finished, stage is next");
      messages = messages();
      assertThat(messages)
          .containsSubsequence(
              "Clusters of group dev get the version: policy=policies/web-tls clusters=2"
                  + " reason=group dev is the first of 2",
              "Clusters of group stage get the version: policy=policies/web-tls clusters=3"
                  + " reason=group dev is finished, stage is next");
    }
    assertThat(log.list).as("a replay logs nothing").hasSameSizeAs(messages);
  }

  @Test
  void theReasonOfASlidingWindowHasItsNumbers() {
    Strategy window =
        Strategy.of(StrategyType.PROGRESSIVE)
            .withMaxConcurrency(Amount.count(2))
            .withProgressDeadline(Duration.ofMinutes(10));
    try (RolloutScenario scene = scene("reasons-of-a-window", window)) {
      scene.begin(1);
      scene.succeed("d1");
      scene.awaitReached("d1", "d2", "s1");
      assertThat(scene.summaries())
          .contains(
              "write 2 clusters of dev: 0 in flight of maxConcurrency 2: 2 more may start",
              "write s1 of stage: 1 in flight of maxConcurrency 2: 1 more may start");
    }
  }

  @Test
  void theReasonOfARevertIsInItsSummaryAndInTheLog() {
    try (RolloutScenario scene = scene("reasons-of-a-revert", PER_GROUP)) {
      scene.hub.succeededBefore("content-1", "d1", "d2", "s1", "s2", "s3");
      scene.begin(1);
      scene.awaitReached("d1", "d2");
      scene.hub.makeUnreachable("d2");
      scene.signal(List.of(scene.hub.answer("d2", Verdict.SILENT)));
      scene.succeed("d1");
      scene.pass(Duration.ofMinutes(11));
      String reason = "1 of 1 TimeOut clusters unreachable and without a report, under a breach";
      assertThat(scene.summaries()).contains("take back d2: " + reason);
      assertThat(messages())
          .contains(
              "Clusters get back what they had: policy=policies/web-tls clusters=1 reason="
                  + reason);
    }
  }
}
