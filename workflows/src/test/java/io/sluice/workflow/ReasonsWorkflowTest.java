package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.sluice.strategy.Strategy;
import io.sluice.strategy.StrategyType;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** Follows the reason of an action to the timeline and the log. */
@Timeout(60)
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

  @Test
  void theReasonOfAWriteIsInItsSummaryAndInTheLog() {
    List<String> messages;
    try (RolloutScenario scene = new RolloutScenario("reasons", PER_GROUP)) {
      scene.hub.policy(1);
      scene.hub.group(0, "dev", "d1", "d2");
      scene.begin(1);
      scene.awaitReached("d1", "d2");
      messages = List.copyOf(log.list).stream().map(ILoggingEvent::getFormattedMessage).toList();
      String prefix = "write 2 clusters of dev: ";
      assertThat(scene.summaries())
          .filteredOn(summary -> summary.startsWith("write "))
          .singleElement()
          .asString()
          .startsWith(prefix)
          .satisfies(
              summary ->
                  assertThat(messages)
                      .contains(
                          "Clusters of group dev get the version: clusters=2 reason="
                              + summary.substring(prefix.length())));
    }
    assertThat(log.list).as("a replay logs nothing").hasSameSizeAs(messages);
  }
}
