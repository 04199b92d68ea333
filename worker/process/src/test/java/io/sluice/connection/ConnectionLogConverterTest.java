package io.sluice.connection;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import io.grpc.Status;
import java.io.IOException;
import java.net.ConnectException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConnectionLogConverterTest {
  private final LoggerContext context = new LoggerContext();
  private final ConnectionLogConverter converter = new ConnectionLogConverter();

  @BeforeEach
  void start() {
    converter.setContext(context);
    converter.start();
  }

  @AfterEach
  void quiet() {
    System.clearProperty("sluice.verbose");
  }

  @Test
  void aLostConnectionIsLoggedWithoutTheInnardsOfGrpc() {
    assertThat(
            logged(
                Status.UNAVAILABLE.withCause(new ConnectException("refused")).asRuntimeException()))
        .isEqualToNormalizingNewlines(
            """
              io.grpc.StatusRuntimeException: UNAVAILABLE
              caused by java.net.ConnectException: refused
            """);
  }

  @Test
  void verboseShowsTheStackTrace() {
    System.setProperty("sluice.verbose", "true");
    assertThat(logged(Status.UNAVAILABLE.asRuntimeException())).contains("\tat ");
  }

  @Test
  void otherFailuresKeepTheirStackTrace() {
    assertThat(logged(new IllegalStateException("a bug", new IOException()))).contains("\tat ");
  }

  private String logged(Throwable failure) {
    return converter.convert(
        new LoggingEvent(
            "test", context.getLogger("test"), Level.WARN, "message", failure, new Object[0]));
  }
}
