package io.sluice.tools.dashboard;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listens for HTTP on the loopback addresses of this machine alone. */
final class LoopbackListener {
  private static final Logger LOG = LoggerFactory.getLogger(LoopbackListener.class);

  static {
    // Read once, when the JDK's HTTP server is first used: without it an answer takes 44 ms.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private static final int BACKLOG = 64;
  private static final byte[] LOOPBACK_4 = {127, 0, 0, 1};
  private static final byte[] LOOPBACK_6 = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};

  private final List<HttpServer> servers = new ArrayList<>();

  private LoopbackListener(HttpServer first) {
    servers.add(first);
  }

  /**
   * Takes the port.
   *
   * @param port 0: any free one
   * @throws IllegalStateException if it cannot listen there
   */
  static LoopbackListener open(int port) {
    try {
      LoopbackListener listener = new LoopbackListener(server(LOOPBACK_4, port));
      listener.alsoOnIpv6();
      return listener;
    } catch (IOException e) {
      throw new IllegalStateException(
          "Cannot serve the dashboard on 127.0.0.1:%d: %s. Choose another port with --port (0 takes any free one)."
              .formatted(port, e.getMessage()),
          e);
    }
  }

  private static HttpServer server(byte[] address, int port) throws IOException {
    return HttpServer.create(
        new InetSocketAddress(InetAddress.getByAddress(address), port), BACKLOG);
  }

  /** Browsers may try this address first for {@code localhost}; not every machine has it. */
  private void alsoOnIpv6() {
    try {
      servers.add(server(LOOPBACK_6, port()));
    } catch (IOException e) {
      LOG.debug("The dashboard is not on [::1]: {}", e.getMessage());
    }
  }

  int port() {
    return servers.get(0).getAddress().getPort();
  }

  /** Begins to answer. */
  void start(HttpHandler handler, Executor threads) {
    for (HttpServer server : servers) {
      server.createContext("/", handler);
      server.setExecutor(threads);
      server.start();
    }
  }

  void stop() {
    servers.forEach(server -> server.stop(0));
  }
}
