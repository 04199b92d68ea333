package io.sluice.process.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Sends requests that no client of good will sends, by real sockets. */
class HttpListenerTest {
  private static final Duration SOON = Duration.ofMillis(200);
  private static final Duration NEVER = Duration.ofHours(1);
  private static final String HEADER_WITHOUT_END = "GET /size HTTP/1.1\r\nHost: a\r\nX-Slow: ";
  private static final String BODY_WITHOUT_END =
      "POST /size HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf";
  private static final String WHOLE = "GET /size HTTP/1.1\r\nHost: a\r\n\r\n";

  private final List<AutoCloseable> opened = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  @Test
  void aHeaderThatIsNeverEndedLosesItsConnection() throws IOException {
    HttpListener listener = listener(limits(SOON, NEVER, Optional.empty()));

    assertThat(send(listener, HEADER_WITHOUT_END).untilClosed()).isEmpty();
    assertThat(RawRequest.code(listener.address(), WHOLE)).isEqualTo(200);
  }

  @Test
  void aBodyThatNeverComesLosesItsConnection() throws IOException {
    HttpListener listener = listener(limits(NEVER, SOON, Optional.empty()));

    assertThat(send(listener, BODY_WITHOUT_END).untilClosed()).isEmpty();
    assertThat(RawRequest.code(listener.address(), WHOLE)).isEqualTo(200);
  }

  /** Sent again and again, single bytes are no sign of life. */
  @Test
  void aHeaderThatComesInDropsHasNoMoreTime() throws IOException {
    HttpListener listener = listener(limits(SOON, NEVER, Optional.empty()));
    RawRequest slow = send(listener, HEADER_WITHOUT_END);

    assertThat(bytesUntilClosed(slow)).isPositive();
  }

  private static int bytesUntilClosed(RawRequest slow) {
    int sent = 0;
    try {
      while (true) {
        slow.add("x");
        sent++;
      }
    } catch (IOException e) {
      // It is closed. The header's size has a limit, too, which so few bytes do not reach.
      return sent;
    }
  }

  @Test
  void anAnswerThatNobodyReadsLosesItsConnection() throws Exception {
    HttpListener listener = listener(limits(NEVER, NEVER, Optional.of(SOON)));
    CountDownLatch ended = new CountDownLatch(1);
    listener.serve("/endless", exchange -> writeForEver(exchange, ended));

    send(listener, "GET /endless HTTP/1.1\r\nHost: a\r\n\r\n");

    assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
  }

  private static void writeForEver(HttpExchange exchange, CountDownLatch ended) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = exchange.getResponseBody()) {
      while (true) {
        out.write(new byte[64 * 1024]);
      }
    } finally {
      ended.countDown();
    }
  }

  @Test
  void halfSentRequestsDelayNoOther() throws IOException {
    HttpListener listener = listener(limits(NEVER, NEVER, Optional.empty()));
    List<RawRequest> half = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      half.add(send(listener, i % 2 == 0 ? HEADER_WITHOUT_END : BODY_WITHOUT_END));
      assertThat(RawRequest.code(listener.address(), WHOLE)).isEqualTo(200);
    }

    // Those that made room were the first.
    assertThat(half.get(0).untilClosed()).isEmpty();
    assertThat(half.get(1).untilClosed()).isEmpty();
    half.get(19).add("wholes");
    assertThat(half.get(19).answer()).isEqualTo(200);
  }

  @Test
  void aBodyOfTheLimitIsReadAndALargerOneRefused() throws IOException {
    HttpListener listener = listener(limits(NEVER, NEVER, Optional.empty()));

    assertThat(RawRequest.code(listener.address(), post(100))).isEqualTo(200);
    assertThat(RawRequest.code(listener.address(), post(101))).isEqualTo(413);
    assertThat(send(listener, post(101)).untilClosed())
        .endsWith(
            "Cannot answer this request: its body has more than 100 bytes. Send less at once.\n");
  }

  private static String post(int bytes) {
    return "POST /size HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(bytes, "x".repeat(bytes));
  }

  private RawRequest send(HttpListener listener, String text) throws IOException {
    RawRequest request = RawRequest.send(listener.address(), text);
    opened.add(request);
    return request;
  }

  private HttpListener listener(RequestLimits limits) throws IOException {
    HttpListener listener =
        HttpListener.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), "test", limits);
    opened.add(listener);
    listener.serve(
        "/size",
        exchange -> {
          byte[] read = exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write(String.valueOf(read.length).getBytes());
        });
    listener.start();
    return listener;
  }

  private static RequestLimits limits(Duration header, Duration body, Optional<Duration> answer) {
    return new RequestLimits(header, body, 100, answer, 4);
  }
}
