package io.sluice.control.gate;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.sluice.hub.gate.GateState;
import io.sluice.time.VirtualTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class GateMonitorTest {
  private static final GateState CLOSED = new GateState.Closed();
  private static final GateState OPEN = new GateState.Open("the gate is not installed", "Do it.");
  private static final GateState UNKNOWN = new GateState.Unknown("nobody answers", "Look.");

  private final VirtualTime time = new VirtualTime();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(GateMonitor.class);
  private GateState answer = CLOSED;
  private boolean staged;
  private int looks;
  private boolean broken;
  private int changes;
  private final GateMonitor monitor =
      new GateMonitor(this::look, () -> staged, () -> changes++, time);

  private GateState look() {
    looks++;
    if (broken) {
      throw new IllegalStateException("a fault of the check");
    }
    return answer;
  }

  @BeforeEach
  void listen() {
    log.start();
    logger.addAppender(log);
    logger.setLevel(Level.INFO);
  }

  @AfterEach
  void close() {
    logger.detachAppender(log);
    logger.setLevel(null);
    monitor.close();
  }

  private void begin() {
    monitor.start();
    time.runDue();
  }

  private List<String> said() {
    return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Test
  void nothingIsKnownBeforeTheFirstLook() {
    assertThat(monitor.closed()).isFalse();
    assertThat(monitor.state()).isEmpty();
    assertThat(monitor.message()).isEmpty();
  }

  @Test
  void theGateIsLookedAtWhenItStartsAndEveryMinute() {
    begin();
    assertThat(looks).isEqualTo(1);
    assertThat(monitor.closed()).isTrue();

    answer = OPEN;
    time.advance(Duration.ofSeconds(59));
    assertThat(monitor.closed()).isTrue();
    time.advance(Duration.ofSeconds(1));

    assertThat(looks).isEqualTo(2);
    assertThat(monitor.closed()).isFalse();
    assertThat(monitor.state()).contains(OPEN);

    answer = CLOSED;
    time.advance(Duration.ofMinutes(1));
    assertThat(monitor.closed()).isTrue();
  }

  @Test
  void aGateThatAPolicyWaitsForIsLookedAtEveryFiveSeconds() {
    staged = true;
    answer = OPEN;
    begin();
    int first = looks;

    time.advance(Duration.ofSeconds(20));
    assertThat(looks).isEqualTo(first + 4);

    answer = CLOSED;
    time.advance(Duration.ofSeconds(5));
    assertThat(monitor.closed()).isTrue();
    time.advance(Duration.ofSeconds(59));
    assertThat(looks).isEqualTo(first + 5);
  }

  @Test
  void theFirstPolicyThatAsksHasItLookedAtAtOnce() {
    answer = OPEN;
    begin();
    staged = true;
    answer = CLOSED;

    assertThat(monitor.problem()).isPresent();
    time.runDue();

    assertThat(monitor.problem()).isEmpty();
  }

  @Test
  void eachChangeOfTheGateIsToldAndNothingElse() {
    staged = true;
    begin();
    assertThat(changes).isZero();

    answer = OPEN;
    time.advance(Duration.ofMinutes(3));
    assertThat(changes).isEqualTo(1);

    answer = CLOSED;
    time.advance(Duration.ofMinutes(3));
    assertThat(changes).isEqualTo(2);
  }

  @Test
  void whereAPolicyNeedsItTheGateIsLookedAtBeforeAnythingElseAndOnce() {
    staged = true;
    monitor.start();
    assertThat(monitor.closed()).isTrue();
    time.runDue();
    assertThat(looks).isEqualTo(1);

    time.advance(Duration.ofMinutes(1));
    assertThat(looks).isEqualTo(2);
  }

  @Test
  void whatIsUnknownIsNotClosed() {
    begin();
    answer = UNKNOWN;
    time.advance(Duration.ofMinutes(1));

    assertThat(monitor.closed()).isFalse();
  }

  @Test
  void aHubWhereNothingIsStagedIsNotWarned() {
    answer = OPEN;
    begin();
    assertThat(monitor.message()).contains(OPEN.message());

    answer = UNKNOWN;
    time.advance(Duration.ofMinutes(1));

    assertThat(monitor.message()).isEmpty();
    assertThat(said()).isEmpty();
  }

  @Test
  void theFirstStagedPolicyBringsTheWarningAndItIsSaidOnce() {
    answer = UNKNOWN;
    begin();

    staged = true;
    time.advance(Duration.ofMinutes(10));

    assertThat(monitor.message()).contains(UNKNOWN.message());
    assertThat(said()).containsExactly(UNKNOWN.message());
  }

  @Test
  void eachChangeIsSaid() {
    staged = true;
    for (GateState next : List.of(CLOSED, OPEN, CLOSED)) {
      answer = next;
      if (looks == 0) {
        begin();
      }
      time.advance(Duration.ofMinutes(2));
    }

    assertThat(said()).containsExactly(CLOSED.message(), OPEN.message(), CLOSED.message());
  }

  @Test
  void aLookThatFailsIsRepeated() {
    broken = true;
    begin();
    assertThat(monitor.state()).isEmpty();

    broken = false;
    time.advance(Duration.ofMinutes(1));

    assertThat(monitor.closed()).isTrue();
  }
}
