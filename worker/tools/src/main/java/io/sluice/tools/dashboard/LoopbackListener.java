package io.sluice.tools.dashboard;

import com.sun.net.httpserver.HttpHandler;
import io.sluice.process.http.HttpListener;
import io.sluice.process.http.RequestLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listens for HTTP on the loopback addresses of this machine alone. */
final class LoopbackListener {
  private static final Logger LOG = LoggerFactory.getLogger(LoopbackListener.class);

  /** What a page sends is small, and its stream of events stays open. */
  private static final RequestLimits LIMITS =
      RequestLimits.STANDARD.withBodyBytes(16 * 1024).withoutEndOfAnswers();

  private static final byte[] LOOPBACK_4 = {127, 0, 0, 1};
  private static final byte[] LOOPBACK_6 = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};

  private final List<HttpListener> listeners = new ArrayList<>();

  private LoopbackListener(HttpListener first) {
    listeners.add(first);
  }

  /**
   * Takes the port.
   *
   * @param port 0: any free one
   * @throws IllegalStateException if it cannot listen there
   */
  static LoopbackListener open(int port) {
    try {
      LoopbackListener listener = new LoopbackListener(listener(LOOPBACK_4, port));
      listener.alsoOnIpv6();
      return listener;
    } catch (IOException e) {
      throw new IllegalStateException(
          "Cannot serve the dashboard on 127.0.0.1:%d: %s. Choose another port with --port (0 takes any free one)."
              .formatted(port, e.getMessage()),
          e);
    }
  }

  private static HttpListener listener(byte[] address, int port) throws IOException {
    return HttpListener.open(
        new InetSocketAddress(InetAddress.getByAddress(address), port), "dashboard", LIMITS);
  }

  /** Browsers may try this address first for {@code localhost}; not every machine has it. */
  private void alsoOnIpv6() {
    try {
      listeners.add(listener(LOOPBACK_6, port()));
    } catch (IOException e) {
      LOG.debug("The dashboard is not on [::1]: {}", e.getMessage());
    }
  }

  int port() {
    return listeners.get(0).address().getPort();
  }

  /** Begins to answer. */
  void start(HttpHandler handler) {
    for (HttpListener listener : listeners) {
      listener.serve("/", handler);
      listener.start();
    }
  }

  void stop() {
    listeners.forEach(HttpListener::close);
  }
}
