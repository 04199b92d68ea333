package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartedPartsTest {
  private final List<String> closed = new ArrayList<>();
  private final StartedParts parts = new StartedParts();

  private AutoCloseable part(String name) {
    return () -> closed.add(name);
  }

  private AutoCloseable broken(String name) {
    return () -> {
      closed.add(name);
      throw new IllegalArgumentException(name);
    };
  }

  @Test
  void closesTheLastPartFirstAndOnce() {
    parts.add(part("first"));
    parts.add(part("second"));
    parts.close();
    parts.close();
    assertThat(closed).containsExactly("second", "first");
  }

  @Test
  void closesEveryPartEvenIfSomeFail() {
    parts.add(part("first"));
    parts.add(broken("second"));
    parts.add(broken("third"));
    assertThatThrownBy(parts::close)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Cannot close all of this process: third")
        .hasRootCauseMessage("third")
        .satisfies(
            failure ->
                assertThat(failure.getSuppressed())
                    .extracting(Throwable::getMessage)
                    .containsExactly("second"));
    assertThat(closed).containsExactly("third", "second", "first");
  }

  @Test
  void aFailedStartKeepsItsReason() {
    parts.add(broken("first"));
    IllegalStateException failure = new IllegalStateException("no hub");
    assertThat(parts.abandon(failure)).isSameAs(failure);
    assertThat(closed).containsExactly("first");
    assertThat(failure.getSuppressed()).hasSize(1);
  }
}
