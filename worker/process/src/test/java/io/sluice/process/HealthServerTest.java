package io.sluice.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.process.HealthServer.Health;
import io.sluice.process.http.RawRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Asks for the health of a process by real sockets, beside those who ask for something else. */
class HealthServerTest {
  private final List<RawRequest> half = new ArrayList<>();
  private final HealthServer server =
      HealthServer.start(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
          () -> new Health(List.of(), "ok"),
          () -> new Health(List.of("starting"), ""),
          out -> out.write("sluice_up 1\n".getBytes(UTF_8)));

  @AfterEach
  void close() throws IOException {
    for (RawRequest each : half) {
      each.close();
    }
    server.close();
  }

  /** Two of them held the whole server until a kubelet had the pod started anew. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /healthz HTTP/1.1\r\nHost: a",
        "POST /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n",
        "G"
      })
  void requestsThatNeverEndDelayNoProbe(String begun) throws IOException {
    for (int i = 0; i < 100; i++) {
      half.add(RawRequest.send(address(), begun));
    }

    assertThat(RawRequest.code(address(), get("/healthz"))).isEqualTo(200);
    assertThat(RawRequest.code(address(), get("/readyz"))).isEqualTo(503);
    assertThat(RawRequest.code(address(), get("/metrics"))).isEqualTo(200);
  }

  @Test
  void aRequestWithABodyIsRefused() throws IOException {
    assertThat(
            RawRequest.code(
                address(), "POST /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx"))
        .isEqualTo(413);
  }

  private static String get(String path) {
    return "GET %s HTTP/1.1\r\nHost: a\r\n\r\n".formatted(path);
  }

  private InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
  }
}
